#ifndef CPOSTGRES_H
#define CPOSTGRES_H

#include <stddef.h>

// libpq, PostgreSQL's C library, loaded on first use.
//
// libpq's headers are not needed. These declarations repeat the part of its stable interface (libpq.so.5) that is in
// use. Source: PostgreSQL 15, src/interfaces/libpq/libpq-fe.h.

typedef struct pg_conn PGconn;
typedef struct pg_result PGresult;
typedef unsigned int Oid;

typedef struct {
    /// The keyword, such as `host`. A null pointer ends a list.
    const char *_Nullable keyword;
    const char *_Nullable envvar;
    const char *_Nullable compiled;
    /// The value, or a null pointer.
    const char *_Nullable val;
    const char *_Nullable label;
    const char *_Nullable dispchar;
    int dispsize;
} PQconninfoOption;

enum {
    CPOSTGRES_CONNECTION_OK = 0,
    CPOSTGRES_CONNECTION_BAD = 1,

    CPOSTGRES_POLLING_FAILED = 0,
    CPOSTGRES_POLLING_READING = 1,
    CPOSTGRES_POLLING_WRITING = 2,
    CPOSTGRES_POLLING_OK = 3,

    CPOSTGRES_EMPTY_QUERY = 0,
    CPOSTGRES_COMMAND_OK = 1,
    CPOSTGRES_TUPLES_OK = 2,
    CPOSTGRES_PIPELINE_SYNC = 10,
    CPOSTGRES_PIPELINE_ABORTED = 11,

    CPOSTGRES_VERBOSE = 2,
};

/// Loads libpq. All other functions may be called only after it has returned a null pointer.
///
/// - Returns: A null pointer, or the reason why it cannot be loaded.
const char *_Nullable cpostgres_load(void);

/// Parses a URL or a connection string. The list must be freed, and so must the message.
PQconninfoOption *_Nullable cpostgres_parse(
    const char *_Nonnull text, char *_Nullable *_Nonnull message);
void cpostgres_free_options(PQconninfoOption *_Nonnull options);
void cpostgres_free(void *_Nullable memory);

/// Starts a connection. Error messages of the server contain their SQLSTATE, and notices are counted.
///
/// - Parameter warnings: The number of warnings that the server has sent. It must live as long as the connection.
PGconn *_Nullable cpostgres_start(
    const char *_Nullable const *_Nonnull keywords, const char *_Nullable const *_Nonnull values,
    long *_Nonnull warnings);
int cpostgres_poll(PGconn *_Nonnull connection);
void cpostgres_finish(PGconn *_Nonnull connection);
int cpostgres_status(PGconn *_Nonnull connection);
int cpostgres_socket(PGconn *_Nonnull connection);
int cpostgres_server_version(PGconn *_Nonnull connection);
/// A string that is valid until the connection's next call; a null pointer if the server did not send it.
const char *_Nullable cpostgres_parameter(PGconn *_Nonnull connection, const char *_Nonnull name);
const char *_Nonnull cpostgres_error(PGconn *_Nonnull connection);

/// Makes the connection non-blocking and lets it queue commands. Returns whether it succeeded.
int cpostgres_enter_pipeline(PGconn *_Nonnull connection);
int cpostgres_exit_pipeline(PGconn *_Nonnull connection);
int cpostgres_sync(PGconn *_Nonnull connection);
int cpostgres_flush(PGconn *_Nonnull connection);
int cpostgres_consume(PGconn *_Nonnull connection);
int cpostgres_is_busy(PGconn *_Nonnull connection);

/// Sends statements without parameters, separated by semicolons, outside a pipeline.
int cpostgres_send_script(PGconn *_Nonnull connection, const char *_Nonnull sql);
int cpostgres_send_prepare(
    PGconn *_Nonnull connection, const char *_Nonnull name, const char *_Nonnull sql);
int cpostgres_send_describe(PGconn *_Nonnull connection, const char *_Nonnull name);
/// Sends a prepared statement. Values and rows are in binary format. The values are copied.
int cpostgres_send_prepared(
    PGconn *_Nonnull connection, const char *_Nonnull name, int count,
    const char *_Nullable const *_Nullable values, const int *_Nullable lengths,
    const int *_Nullable formats);
/// Sends one statement that is not prepared and has no parameters.
int cpostgres_send_once(PGconn *_Nonnull connection, const char *_Nonnull sql);

/// The next result, which must be cleared; a null pointer after the last result of a command.
PGresult *_Nullable cpostgres_result(PGconn *_Nonnull connection);
void cpostgres_clear(PGresult *_Nonnull result);
int cpostgres_result_status(const PGresult *_Nonnull result);
/// A field of an error, such as 'C', its SQLSTATE.
const char *_Nullable cpostgres_field(const PGresult *_Nonnull result, int field);
/// The command that a result belongs to, such as `COMMIT`.
const char *_Nonnull cpostgres_command(PGresult *_Nonnull result);
/// The number of rows that a command changed or returned, in digits; empty for a command without rows.
const char *_Nonnull cpostgres_changed(PGresult *_Nonnull result);
int cpostgres_row_count(const PGresult *_Nonnull result);
int cpostgres_column_count(const PGresult *_Nonnull result);
const char *_Nullable cpostgres_column_name(const PGresult *_Nonnull result, int column);
Oid cpostgres_column_type(const PGresult *_Nonnull result, int column);
int cpostgres_parameter_count(const PGresult *_Nonnull result);
Oid cpostgres_parameter_type(const PGresult *_Nonnull result, int parameter);
int cpostgres_is_null(const PGresult *_Nonnull result, int row, int column);
int cpostgres_length(const PGresult *_Nonnull result, int row, int column);
const char *_Nullable cpostgres_value(const PGresult *_Nonnull result, int row, int column);

#endif
