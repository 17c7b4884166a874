#ifndef CPANGO_H
#define CPANGO_H

#include <stddef.h>

// cairo and Pango, which draw pages and lay out text, loaded on first use.
//
// Their headers are not needed. These declarations repeat the part of their stable interfaces (libcairo.so.2,
// libpango-1.0.so.0, libpangocairo-1.0.so.0) that is in use. Source: cairo 1.16, cairo.h and cairo-pdf.h;
// Pango 1.50, pango-layout.h and pangocairo.h.

typedef struct _cairo_surface cairo_surface_t;
typedef struct _cairo cairo_t;
typedef struct _PangoFontMap PangoFontMap;
typedef struct _PangoContext PangoContext;
typedef struct _PangoLayout PangoLayout;

/// Receives a part of the file. The closure is the one that was passed to `cpango_pdf`.
///
/// - Returns: 0, or `CPANGO_WRITE_ERROR`, after which the file is incomplete.
typedef unsigned int (*cpango_write)(
    void *_Nullable closure, const unsigned char *_Nonnull bytes, unsigned int count);

enum {
    CPANGO_SUCCESS = 0,
    CPANGO_WRITE_ERROR = 11,

    /// Pango's unit, as a part of a point.
    CPANGO_SCALE = 1024,

    CPANGO_TITLE = 0,
    CPANGO_AUTHOR = 1,
    CPANGO_CREATION_TIME = 5,
};

/// Loads the libraries. All other functions may be called only after it has returned a null pointer.
///
/// - Returns: A null pointer, or the reason why they cannot be loaded.
const char *_Nullable cpango_load(void);

/// Creates a font map, which is never freed. At most one thread may use it at a time. Lengths are in points.
PangoFontMap *_Nullable cpango_font_map(void);
/// Returns 1 if there is a font for this name, which may be another font, or 0 if the machine has no fonts.
int cpango_has_font(PangoFontMap *_Nonnull map, const char *_Nonnull name);
/// Creates a context for text in a language, such as `de`.
PangoContext *_Nullable cpango_context(PangoFontMap *_Nonnull map, const char *_Nonnull language);
PangoLayout *_Nullable cpango_layout(PangoContext *_Nonnull context);
void cpango_free_context(PangoContext *_Nonnull context);
void cpango_free_layout(PangoLayout *_Nonnull layout);

/// Sets a layout's text, which may contain any characters, and its font, such as `Sans Bold 11`.
///
/// - Parameters:
///   - width: The width of its lines, in Pango's units.
///   - alignsRight: 1 if lines end at the right margin, 0 if they begin at the left one, in any direction of text.
///   - most: The maximum number of lines. Longer text ends with an ellipsis.
void cpango_set_text(
    PangoLayout *_Nonnull layout, const char *_Nullable text, int length, const char *_Nonnull font, int width,
    int alignsRight, int most);
/// The size of a layout, in Pango's units. `width` is that of the longest line.
void cpango_size(PangoLayout *_Nonnull layout, int *_Nonnull width, int *_Nonnull height);
/// The number of a layout's characters that no font of the machine has. Boxes are drawn instead of them.
int cpango_boxes(PangoLayout *_Nonnull layout);

/// Creates a PDF file with structure tags, whose size is in points, and the canvas of its first page.
cairo_t *_Nullable cpango_pdf(
    cpango_write _Nonnull write, void *_Nullable closure, double width, double height);
void cpango_set_metadata(cairo_t *_Nonnull canvas, int kind, const char *_Nonnull text);
void cpango_begin(cairo_t *_Nonnull canvas, const char *_Nonnull tag);
void cpango_end(cairo_t *_Nonnull canvas, const char *_Nonnull tag);
/// Sets the gray of what is drawn next: 0 is black, 1 is white.
void cpango_gray(cairo_t *_Nonnull canvas, double gray);
/// Draws a layout, with its upper left corner at this point.
void cpango_show(cairo_t *_Nonnull canvas, PangoLayout *_Nonnull layout, double x, double y);
void cpango_line(cairo_t *_Nonnull canvas, double x, double y, double endX, double endY, double thickness);
void cpango_frame(
    cairo_t *_Nonnull canvas, double x, double y, double width, double height, double thickness);
void cpango_end_page(cairo_t *_Nonnull canvas);
/// Completes the file and frees the canvas.
///
/// - Returns: The canvas's status, which is the first error.
int cpango_finish(cairo_t *_Nonnull canvas);
/// The words for a status.
const char *_Nonnull cpango_words(int status);

#endif
