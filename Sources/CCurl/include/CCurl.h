#ifndef CCURL_H
#define CCURL_H

#include <curl/curl.h>
#include <stddef.h>

// libcurl, loaded on first use.
//
// Linking libcurl would load thirty shared libraries at every start of the program, even if it sends no request.
// Swift cannot call variadic functions, so each one has a wrapper here for every argument type in use.

/// Loads libcurl. All other functions may be called only after it has returned a null pointer.
///
/// - Returns: A null pointer, or the reason why it cannot be loaded.
const char *_Nullable ccurl_load(void);

void *_Nullable ccurl_easy_init(void);
void ccurl_easy_cleanup(void *_Nonnull easy);
CURLcode ccurl_set_long(void *_Nonnull easy, CURLoption option, long value);
CURLcode ccurl_set_size(void *_Nonnull easy, CURLoption option, curl_off_t value);
/// Strings are copied by libcurl; lists and bodies are not, and must live as long as the transfer.
CURLcode ccurl_set_pointer(void *_Nonnull easy, CURLoption option, const void *_Nullable value);
CURLcode ccurl_set_function(
    void *_Nonnull easy, CURLoption option,
    size_t (*_Nonnull function)(char *_Nullable, size_t, size_t, void *_Nullable));
/// Sets the function that allows a request to be sent: it returns 0 to send it, and 1 to end the transfer.
///
/// libcurl calls it before each attempt, also before those that it makes by itself.
CURLcode ccurl_set_permission(
    void *_Nonnull easy, int (*_Nonnull function)(void *_Nullable, char *_Nullable, char *_Nullable, int, int),
    void *_Nullable data);
/// Lets a transfer end without waiting for a name lookup, if this libcurl can.
CURLcode ccurl_end_without_resolver(void *_Nonnull easy);
long ccurl_get_long(void *_Nonnull easy, CURLINFO info);
/// A string that is valid as long as the transfer exists.
const char *_Nullable ccurl_get_text(void *_Nonnull easy, CURLINFO info);
/// The number of certificates that the server sent.
int ccurl_certificate_count(void *_Nonnull easy);
/// The fields of the certificate at `index`, as `NAME:VALUE`. The list is valid as long as the transfer exists.
const struct curl_slist *_Nullable ccurl_certificate(void *_Nonnull easy, int index);
const char *_Nonnull ccurl_easy_strerror(CURLcode code);

struct curl_slist *_Nullable ccurl_slist_append(struct curl_slist *_Nullable list, const char *_Nonnull text);
void ccurl_slist_free_all(struct curl_slist *_Nullable list);

void *_Nullable ccurl_multi_init(void);
void ccurl_multi_cleanup(void *_Nonnull multi);
CURLMcode ccurl_multi_set_long(void *_Nonnull multi, CURLMoption option, long value);
CURLMcode ccurl_multi_add(void *_Nonnull multi, void *_Nonnull easy);
CURLMcode ccurl_multi_remove(void *_Nonnull multi, void *_Nonnull easy);
CURLMcode ccurl_multi_perform(void *_Nonnull multi);
CURLMcode ccurl_multi_poll(void *_Nonnull multi, int milliseconds);
CURLMcode ccurl_multi_wakeup(void *_Nonnull multi);
/// The next transfer that has ended, with its result; a null pointer if none has.
void *_Nullable ccurl_multi_next_done(void *_Nonnull multi, CURLcode *_Nonnull result);

#endif
