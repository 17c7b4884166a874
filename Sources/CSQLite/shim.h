#include <sqlite3.h>

// sqlite3_config is variadic, which Swift cannot call.
static inline int sqlite3_config_memstatus(int counts) {
    return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, counts);
}

// SQLITE_TRANSIENT is a cast of -1 to a function, which Swift does not import: what is bound is copied.
static inline int sqlite3_bind_text_copied(sqlite3_stmt *statement, int place, const char *text, sqlite3_uint64 bytes) {
    return sqlite3_bind_text64(statement, place, text, bytes, SQLITE_TRANSIENT, SQLITE_UTF8);
}

static inline int sqlite3_bind_blob_copied(sqlite3_stmt *statement, int place, const void *octets, sqlite3_uint64 bytes) {
    return sqlite3_bind_blob64(statement, place, octets, bytes, SQLITE_TRANSIENT);
}
