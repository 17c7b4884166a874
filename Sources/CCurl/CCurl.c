// curl's headers check types with macros that have the names of the functions loaded below.
#define CURL_DISABLE_TYPECHECK
#include "CCurl.h"

#include <dlfcn.h>
#include <pthread.h>

#undef curl_easy_setopt
#undef curl_easy_getinfo
#undef curl_multi_setopt

#define FUNCTIONS(F) \
    F(global_init) F(easy_init) F(easy_cleanup) F(easy_setopt) F(easy_getinfo) F(easy_strerror) \
    F(slist_append) F(slist_free_all) F(multi_init) F(multi_cleanup) F(multi_setopt) F(multi_add_handle) \
    F(multi_remove_handle) F(multi_perform) F(multi_poll) F(multi_wakeup) F(multi_info_read)

static struct {
#define DECLARE(name) __typeof__(&curl_##name) name;
    FUNCTIONS(DECLARE)
} curl;

static const char *problem;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
    // Both libraries have the same interface: Debian builds libcurl with OpenSSL and with GnuTLS.
    void *library = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
    if (!library) library = dlopen("libcurl-gnutls.so.4", RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        problem = "libcurl is not installed";
        return;
    }
#define FIND(name) \
    curl.name = (__typeof__(curl.name))dlsym(library, "curl_" #name); \
    if (!curl.name) { \
        problem = "libcurl is older than 7.80: it has no curl_" #name; \
        return; \
    }
    FUNCTIONS(FIND)
    if (curl.global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK) problem = "libcurl cannot be initialized";
}

const char *ccurl_load(void) {
    pthread_once(&once, load);
    return problem;
}

void *ccurl_easy_init(void) { return curl.easy_init(); }
void ccurl_easy_cleanup(void *easy) { curl.easy_cleanup(easy); }

CURLcode ccurl_set_long(void *easy, CURLoption option, long value) {
    return curl.easy_setopt(easy, option, value);
}

CURLcode ccurl_set_size(void *easy, CURLoption option, curl_off_t value) {
    return curl.easy_setopt(easy, option, value);
}

CURLcode ccurl_set_pointer(void *easy, CURLoption option, const void *value) {
    return curl.easy_setopt(easy, option, value);
}

CURLcode ccurl_set_function(
    void *easy, CURLoption option, size_t (*function)(char *, size_t, size_t, void *)) {
    return curl.easy_setopt(easy, option, function);
}

CURLcode ccurl_set_permission(void *easy, int (*function)(void *, char *, char *, int, int), void *data) {
    CURLcode code = curl.easy_setopt(easy, CURLOPT_PREREQFUNCTION, function);
    return code == CURLE_OK ? curl.easy_setopt(easy, CURLOPT_PREREQDATA, data) : code;
}

CURLcode ccurl_end_without_resolver(void *easy) {
#if LIBCURL_VERSION_NUM >= 0x075700
    return curl.easy_setopt(easy, CURLOPT_QUICK_EXIT, 1L);
#else
    (void)easy;
    return CURLE_OK;
#endif
}

long ccurl_get_long(void *easy, CURLINFO info) {
    long value = 0;
    curl.easy_getinfo(easy, info, &value);
    return value;
}

const char *ccurl_get_text(void *easy, CURLINFO info) {
    char *value = NULL;
    curl.easy_getinfo(easy, info, &value);
    return value;
}

static struct curl_certinfo *certificates(void *easy) {
    struct curl_certinfo *all = NULL;
    curl.easy_getinfo(easy, CURLINFO_CERTINFO, &all);
    return all;
}

int ccurl_certificate_count(void *easy) {
    struct curl_certinfo *all = certificates(easy);
    return all && all->certinfo ? all->num_of_certs : 0;
}

const struct curl_slist *ccurl_certificate(void *easy, int index) {
    return index >= 0 && index < ccurl_certificate_count(easy) ? certificates(easy)->certinfo[index] : NULL;
}

const char *ccurl_easy_strerror(CURLcode code) { return curl.easy_strerror(code); }

struct curl_slist *ccurl_slist_append(struct curl_slist *list, const char *text) {
    return curl.slist_append(list, text);
}

void ccurl_slist_free_all(struct curl_slist *list) { curl.slist_free_all(list); }

void *ccurl_multi_init(void) { return curl.multi_init(); }
void ccurl_multi_cleanup(void *multi) { curl.multi_cleanup(multi); }

CURLMcode ccurl_multi_set_long(void *multi, CURLMoption option, long value) {
    return curl.multi_setopt(multi, option, value);
}

CURLMcode ccurl_multi_add(void *multi, void *easy) { return curl.multi_add_handle(multi, easy); }
CURLMcode ccurl_multi_remove(void *multi, void *easy) { return curl.multi_remove_handle(multi, easy); }

CURLMcode ccurl_multi_perform(void *multi) {
    int running = 0;
    return curl.multi_perform(multi, &running);
}

CURLMcode ccurl_multi_poll(void *multi, int milliseconds) {
    return curl.multi_poll(multi, NULL, 0, milliseconds, NULL);
}

CURLMcode ccurl_multi_wakeup(void *multi) { return curl.multi_wakeup(multi); }

void *ccurl_multi_next_done(void *multi, CURLcode *result) {
    int left = 0;
    for (CURLMsg *message; (message = curl.multi_info_read(multi, &left));) {
        if (message->msg != CURLMSG_DONE) continue;
        *result = message->data.result;
        return message->easy_handle;
    }
    return NULL;
}
