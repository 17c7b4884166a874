#ifndef CRESOLVER_H
#define CRESOLVER_H

/// Returns nonzero if a name server answers a query for the DNS root, which every one on the internet can.
///
/// Blocks until a name server answers or the resolver's own time limit ends.
int cresolver_knows_root(void);

#endif
