#ifndef CRESOLVER_H
#define CRESOLVER_H

/// Whether a name server answers a question about the root of all names, which every one on the internet can.
///
/// Blocks until it answers or the resolver's own time limit ends.
int cresolver_knows_root(void);

#endif
