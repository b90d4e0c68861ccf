//! A page that needs nothing but itself: no script, no font, no picture from anywhere else.

use std::fmt::Write as _;

/// A text in HTML, whoever wrote it.
pub(crate) fn escape(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for sign in text.chars() {
        match sign {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            '\n' | '\t' => safe.push(sign),
            sign if sign.is_control() => {}
            sign => safe.push(sign),
        }
    }
    safe
}

const STYLE: &str = include_str!("page.css");

/// The page with that title and content. What it may load is nothing at all, and it says so.
pub(crate) fn page(title: &str, content: &str) -> String {
    let mut page = String::with_capacity(content.len() + STYLE.len() + 600);
    let policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:";
    let _ = write!(
        page,
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">\n<title>{}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n{content}\
         <footer>Made with Longroll.</footer>\n</body>\n</html>\n",
        escape(title)
    );
    page
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_is_called_like_a_script_stays_a_name() {
        let page = page("<script>alert('x')</script> & \"Co\"", "");
        assert!(!page.contains("<script"));
        assert!(page.contains("&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt; &amp; &quot;Co&quot;"));
    }
}
