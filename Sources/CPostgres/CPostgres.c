#include "CPostgres.h"

#include <dlfcn.h>
#include <pthread.h>
#include <string.h>

// libpq's functions, by their names without "PQ".
#define FUNCTIONS(F) \
    F(PQconninfoOption *, conninfoParse, (const char *, char **)) \
    F(void, conninfoFree, (PQconninfoOption *)) \
    F(void, freemem, (void *)) \
    F(PGconn *, connectStartParams, (const char *const *, const char *const *, int)) \
    F(int, connectPoll, (PGconn *)) \
    F(void, finish, (PGconn *)) \
    F(int, status, (const PGconn *)) \
    F(int, socket, (const PGconn *)) \
    F(int, serverVersion, (const PGconn *)) \
    F(const char *, parameterStatus, (const PGconn *, const char *)) \
    F(char *, errorMessage, (const PGconn *)) \
    F(int, setErrorVerbosity, (PGconn *, int)) \
    F(void *, setNoticeReceiver, (PGconn *, void (*)(void *, const PGresult *), void *)) \
    F(int, setnonblocking, (PGconn *, int)) \
    F(int, enterPipelineMode, (PGconn *)) \
    F(int, exitPipelineMode, (PGconn *)) \
    F(int, pipelineSync, (PGconn *)) \
    F(int, flush, (PGconn *)) \
    F(int, consumeInput, (PGconn *)) \
    F(int, isBusy, (PGconn *)) \
    F(int, sendQuery, (PGconn *, const char *)) \
    F(int, sendQueryParams, (PGconn *, const char *, int, const Oid *, const char *const *, const int *, \
        const int *, int)) \
    F(int, sendPrepare, (PGconn *, const char *, const char *, int, const Oid *)) \
    F(int, sendDescribePrepared, (PGconn *, const char *)) \
    F(int, sendQueryPrepared, (PGconn *, const char *, int, const char *const *, const int *, const int *, \
        int)) \
    F(PGresult *, getResult, (PGconn *)) \
    F(void, clear, (PGresult *)) \
    F(int, resultStatus, (const PGresult *)) \
    F(char *, resultErrorField, (const PGresult *, int)) \
    F(char *, cmdStatus, (PGresult *)) \
    F(char *, cmdTuples, (PGresult *)) \
    F(int, ntuples, (const PGresult *)) \
    F(int, nfields, (const PGresult *)) \
    F(char *, fname, (const PGresult *, int)) \
    F(Oid, ftype, (const PGresult *, int)) \
    F(int, nparams, (const PGresult *)) \
    F(Oid, paramtype, (const PGresult *, int)) \
    F(int, getisnull, (const PGresult *, int, int)) \
    F(int, getlength, (const PGresult *, int, int)) \
    F(char *, getvalue, (const PGresult *, int, int))

static struct {
#define DECLARE(type, name, parameters) type (*name) parameters;
    FUNCTIONS(DECLARE)
} pq;

static const char *problem;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
    void *library = dlopen("libpq.so.5", RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        problem = "libpq is not installed";
        return;
    }
#define FIND(type, name, parameters) \
    pq.name = (type (*) parameters)dlsym(library, "PQ" #name); \
    if (!pq.name) { \
        problem = "libpq is older than 14: it has no PQ" #name; \
        return; \
    }
    FUNCTIONS(FIND)
}

const char *cpostgres_load(void) {
    pthread_once(&once, load);
    return problem;
}

PQconninfoOption *cpostgres_parse(const char *text, char **message) {
    return pq.conninfoParse(text, message);
}
void cpostgres_free_options(PQconninfoOption *options) { pq.conninfoFree(options); }
void cpostgres_free(void *memory) { pq.freemem(memory); }

// Without a receiver, libpq writes notices to the standard error output.
static void receive(void *warnings, const PGresult *notice) {
    // 'V' is the severity that is never translated.
    const char *severity = pq.resultErrorField(notice, 'V');
    if (severity && strcmp(severity, "WARNING") == 0) ++*(long *)warnings;
}

PGconn *cpostgres_start(const char *const *keywords, const char *const *values, long *warnings) {
    PGconn *connection = pq.connectStartParams(keywords, values, 0);
    if (!connection) return NULL;
    pq.setErrorVerbosity(connection, CPOSTGRES_VERBOSE);
    pq.setNoticeReceiver(connection, receive, warnings);
    return connection;
}

int cpostgres_poll(PGconn *connection) { return pq.connectPoll(connection); }
void cpostgres_finish(PGconn *connection) { pq.finish(connection); }
int cpostgres_status(PGconn *connection) { return pq.status(connection); }
int cpostgres_socket(PGconn *connection) { return pq.socket(connection); }
int cpostgres_server_version(PGconn *connection) { return pq.serverVersion(connection); }

const char *cpostgres_parameter(PGconn *connection, const char *name) {
    return pq.parameterStatus(connection, name);
}

const char *cpostgres_error(PGconn *connection) { return pq.errorMessage(connection); }

int cpostgres_enter_pipeline(PGconn *connection) {
    return pq.setnonblocking(connection, 1) == 0 && pq.enterPipelineMode(connection);
}

int cpostgres_exit_pipeline(PGconn *connection) { return pq.exitPipelineMode(connection); }
int cpostgres_sync(PGconn *connection) { return pq.pipelineSync(connection); }
int cpostgres_flush(PGconn *connection) { return pq.flush(connection); }
int cpostgres_consume(PGconn *connection) { return pq.consumeInput(connection); }
int cpostgres_is_busy(PGconn *connection) { return pq.isBusy(connection); }
int cpostgres_send_script(PGconn *connection, const char *sql) { return pq.sendQuery(connection, sql); }

int cpostgres_send_prepare(PGconn *connection, const char *name, const char *sql) {
    return pq.sendPrepare(connection, name, sql, 0, NULL);
}

int cpostgres_send_describe(PGconn *connection, const char *name) {
    return pq.sendDescribePrepared(connection, name);
}

int cpostgres_send_prepared(
    PGconn *connection, const char *name, int count, const char *const *values, const int *lengths,
    const int *formats) {
    return pq.sendQueryPrepared(connection, name, count, values, lengths, formats, 1);
}

int cpostgres_send_once(PGconn *connection, const char *sql) {
    return pq.sendQueryParams(connection, sql, 0, NULL, NULL, NULL, NULL, 1);
}

PGresult *cpostgres_result(PGconn *connection) { return pq.getResult(connection); }
void cpostgres_clear(PGresult *result) { pq.clear(result); }
int cpostgres_result_status(const PGresult *result) { return pq.resultStatus(result); }
const char *cpostgres_field(const PGresult *result, int field) { return pq.resultErrorField(result, field); }
const char *cpostgres_command(PGresult *result) { return pq.cmdStatus(result); }
const char *cpostgres_changed(PGresult *result) { return pq.cmdTuples(result); }
int cpostgres_row_count(const PGresult *result) { return pq.ntuples(result); }
int cpostgres_column_count(const PGresult *result) { return pq.nfields(result); }
const char *cpostgres_column_name(const PGresult *result, int column) { return pq.fname(result, column); }
Oid cpostgres_column_type(const PGresult *result, int column) { return pq.ftype(result, column); }
int cpostgres_parameter_count(const PGresult *result) { return pq.nparams(result); }
Oid cpostgres_parameter_type(const PGresult *result, int parameter) {
    return pq.paramtype(result, parameter);
}
int cpostgres_is_null(const PGresult *result, int row, int column) {
    return pq.getisnull(result, row, column);
}
int cpostgres_length(const PGresult *result, int row, int column) {
    return pq.getlength(result, row, column);
}
const char *cpostgres_value(const PGresult *result, int row, int column) {
    return pq.getvalue(result, row, column);
}
