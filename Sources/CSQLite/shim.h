#include <sqlite3.h>

// sqlite3_config is variadic, which Swift cannot call.
static inline int sqlite3_config_memstatus(int counts) {
    return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, counts);
}
