/* What Debian's unwinder was compiled against, and musl does not have (release/make). */
#include <stdarg.h>
#include <stdio.h>

int __fprintf_chk(FILE *to, int flag, const char *format, ...) {
    va_list values;
    va_start(values, format);
    int written = vfprintf(to, format, values);
    va_end(values);
    (void)flag;
    return written;
}
