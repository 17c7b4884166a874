#include "CPango.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdint.h>

typedef struct _PangoFontDescription PangoFontDescription;
typedef struct _PangoLanguage PangoLanguage;

enum {
    PANGO_DIRECTION_RTL = 1,
    PANGO_ALIGN_LEFT = 0,
    PANGO_ALIGN_RIGHT = 2,
    PANGO_WRAP_WORD_CHAR = 2,
    PANGO_ELLIPSIZE_END = 3,
};

// The functions of each library, by their full names.
#define CAIRO(F) \
    F(cairo_surface_t *, cairo_pdf_surface_create_for_stream, (cpango_write, void *, double, double)) \
    F(void, cairo_pdf_surface_set_metadata, (cairo_surface_t *, int, const char *)) \
    F(void, cairo_surface_finish, (cairo_surface_t *)) \
    F(void, cairo_surface_destroy, (cairo_surface_t *)) \
    F(int, cairo_surface_status, (cairo_surface_t *)) \
    F(cairo_t *, cairo_create, (cairo_surface_t *)) \
    F(void, cairo_destroy, (cairo_t *)) \
    F(int, cairo_status, (cairo_t *)) \
    F(const char *, cairo_status_to_string, (int)) \
    F(cairo_surface_t *, cairo_get_target, (cairo_t *)) \
    F(void, cairo_tag_begin, (cairo_t *, const char *, const char *)) \
    F(void, cairo_tag_end, (cairo_t *, const char *)) \
    F(void, cairo_set_source_rgb, (cairo_t *, double, double, double)) \
    F(void, cairo_set_line_width, (cairo_t *, double)) \
    F(void, cairo_move_to, (cairo_t *, double, double)) \
    F(void, cairo_line_to, (cairo_t *, double, double)) \
    F(void, cairo_rectangle, (cairo_t *, double, double, double, double)) \
    F(void, cairo_stroke, (cairo_t *)) \
    F(void, cairo_show_page, (cairo_t *))
#define PANGO(F) \
    F(PangoContext *, pango_font_map_create_context, (PangoFontMap *)) \
    F(void *, pango_font_map_load_font, (PangoFontMap *, PangoContext *, const PangoFontDescription *)) \
    F(void, pango_context_set_language, (PangoContext *, PangoLanguage *)) \
    F(void, pango_context_set_round_glyph_positions, (PangoContext *, int)) \
    F(PangoLanguage *, pango_language_from_string, (const char *)) \
    F(PangoFontDescription *, pango_font_description_from_string, (const char *)) \
    F(void, pango_font_description_free, (PangoFontDescription *)) \
    F(PangoLayout *, pango_layout_new, (PangoContext *)) \
    F(void, pango_layout_set_text, (PangoLayout *, const char *, int)) \
    F(void, pango_layout_set_font_description, (PangoLayout *, const PangoFontDescription *)) \
    F(void, pango_layout_set_width, (PangoLayout *, int)) \
    F(void, pango_layout_set_height, (PangoLayout *, int)) \
    F(void, pango_layout_set_wrap, (PangoLayout *, int)) \
    F(void, pango_layout_set_ellipsize, (PangoLayout *, int)) \
    F(void, pango_layout_set_alignment, (PangoLayout *, int)) \
    F(int, pango_find_base_dir, (const char *, int)) \
    F(int, pango_layout_get_unknown_glyphs_count, (PangoLayout *)) \
    F(void, pango_layout_get_size, (PangoLayout *, int *, int *))
#define PANGOCAIRO(F) \
    F(PangoFontMap *, pango_cairo_font_map_new, (void)) \
    F(void, pango_cairo_font_map_set_resolution, (PangoFontMap *, double)) \
    F(void, pango_cairo_show_layout, (cairo_t *, PangoLayout *))
#define GOBJECT(F) F(void, g_object_unref, (void *))

static struct {
#define DECLARE(type, name, parameters) type (*name) parameters;
    CAIRO(DECLARE) PANGO(DECLARE) PANGOCAIRO(DECLARE) GOBJECT(DECLARE)
} lib;

static const char *problem;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
    void *library;
#define OPEN(name, file) \
    library = dlopen(file, RTLD_NOW | RTLD_LOCAL); \
    if (!library) { \
        problem = name " is not installed"; \
        return; \
    }
#define FIND(type, name, parameters) \
    lib.name = (type (*) parameters)dlsym(library, #name); \
    if (!lib.name) { \
        problem = "cairo is older than 1.16, or Pango is older than 1.44: there is no " #name; \
        return; \
    }
    OPEN("cairo", "libcairo.so.2")
    CAIRO(FIND)
    OPEN("Pango", "libpango-1.0.so.0")
    PANGO(FIND)
    OPEN("Pango", "libpangocairo-1.0.so.0")
    PANGOCAIRO(FIND)
    OPEN("GObject", "libgobject-2.0.so.0")
    GOBJECT(FIND)
}

const char *cpango_load(void) {
    pthread_once(&once, load);
    return problem;
}

PangoFontMap *cpango_font_map(void) {
    PangoFontMap *map = lib.pango_cairo_font_map_new();
    // At this resolution, a point of a font is a point of the page.
    if (map) lib.pango_cairo_font_map_set_resolution(map, 72);
    return map;
}

int cpango_has_font(PangoFontMap *map, const char *name) {
    PangoContext *context = lib.pango_font_map_create_context(map);
    PangoFontDescription *description = lib.pango_font_description_from_string(name);
    void *font = lib.pango_font_map_load_font(map, context, description);
    lib.pango_font_description_free(description);
    lib.g_object_unref(context);
    if (font) lib.g_object_unref(font);
    return font != NULL;
}

PangoContext *cpango_context(PangoFontMap *map, const char *language) {
    PangoContext *context = lib.pango_font_map_create_context(map);
    if (!context) return NULL;
    lib.pango_context_set_language(context, lib.pango_language_from_string(language));
    // Whole pixels are for screens.
    lib.pango_context_set_round_glyph_positions(context, 0);
    return context;
}

PangoLayout *cpango_layout(PangoContext *context) {
    PangoLayout *layout = lib.pango_layout_new(context);
    if (!layout) return NULL;
    lib.pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR);
    lib.pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END);
    return layout;
}

void cpango_free_context(PangoContext *context) { lib.g_object_unref(context); }
void cpango_free_layout(PangoLayout *layout) { lib.g_object_unref(layout); }

void cpango_set_text(
    PangoLayout *layout, const char *text, int length, const char *font, int width, int alignsRight, int most) {
    PangoFontDescription *description = lib.pango_font_description_from_string(font);
    lib.pango_layout_set_font_description(layout, description);
    lib.pango_font_description_free(description);
    lib.pango_layout_set_width(layout, width);
    // A negative height is a number of lines.
    lib.pango_layout_set_height(layout, -most);
    if (!text) {
        text = "";
        length = 0;
    }
    // Pango exchanges left and right for text from right to left, but columns do not change sides.
    int isReversed = lib.pango_find_base_dir(text, length) == PANGO_DIRECTION_RTL;
    lib.pango_layout_set_alignment(
        layout, alignsRight == isReversed ? PANGO_ALIGN_LEFT : PANGO_ALIGN_RIGHT);
    lib.pango_layout_set_text(layout, text, length);
}

void cpango_size(PangoLayout *layout, int *width, int *height) {
    lib.pango_layout_get_size(layout, width, height);
}

int cpango_boxes(PangoLayout *layout) { return lib.pango_layout_get_unknown_glyphs_count(layout); }

cairo_t *cpango_pdf(cpango_write write, void *closure, double width, double height) {
    cairo_surface_t *surface = lib.cairo_pdf_surface_create_for_stream(write, closure, width, height);
    cairo_t *canvas = lib.cairo_create(surface);
    // The canvas keeps the surface.
    lib.cairo_surface_destroy(surface);
    return canvas;
}

void cpango_set_metadata(cairo_t *canvas, int kind, const char *text) {
    lib.cairo_pdf_surface_set_metadata(lib.cairo_get_target(canvas), kind, text);
}

void cpango_begin(cairo_t *canvas, const char *tag) { lib.cairo_tag_begin(canvas, tag, NULL); }
void cpango_end(cairo_t *canvas, const char *tag) { lib.cairo_tag_end(canvas, tag); }
void cpango_gray(cairo_t *canvas, double gray) { lib.cairo_set_source_rgb(canvas, gray, gray, gray); }

void cpango_show(cairo_t *canvas, PangoLayout *layout, double x, double y) {
    lib.cairo_move_to(canvas, x, y);
    lib.pango_cairo_show_layout(canvas, layout);
}

void cpango_line(cairo_t *canvas, double x, double y, double endX, double endY, double thickness) {
    lib.cairo_set_line_width(canvas, thickness);
    lib.cairo_move_to(canvas, x, y);
    lib.cairo_line_to(canvas, endX, endY);
    lib.cairo_stroke(canvas);
}

void cpango_frame(cairo_t *canvas, double x, double y, double width, double height, double thickness) {
    lib.cairo_set_line_width(canvas, thickness);
    lib.cairo_rectangle(canvas, x, y, width, height);
    lib.cairo_stroke(canvas);
}

void cpango_end_page(cairo_t *canvas) { lib.cairo_show_page(canvas); }

int cpango_finish(cairo_t *canvas) {
    cairo_surface_t *surface = lib.cairo_get_target(canvas);
    int status = lib.cairo_status(canvas);
    lib.cairo_surface_finish(surface);
    if (status == CPANGO_SUCCESS) status = lib.cairo_surface_status(surface);
    lib.cairo_destroy(canvas);
    return status;
}

const char *cpango_words(int status) { return lib.cairo_status_to_string(status); }
