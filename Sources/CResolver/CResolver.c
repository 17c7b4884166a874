#include "CResolver.h"

#include <arpa/nameser.h>
#include <netinet/in.h>
#include <resolv.h>

int cresolver_knows_root(void) {
    unsigned char answer[4096];
    int length = res_query(".", ns_c_in, ns_t_ns, answer, sizeof answer);
    // The number of answers is in bytes 6 and 7. Source: RFC 1035 §4.1.1.
    return length >= 12 && (answer[6] << 8 | answer[7]) > 0;
}
