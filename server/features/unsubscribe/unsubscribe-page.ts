import { NOTIFICATION_MAILS } from "../../../src/messages/server/notification-mails.ts";

const TEXT = NOTIFICATION_MAILS.unsubscribe;

/** The style sheet is a call of its own: pages may not bring styles in their markup. */
export const UNSUBSCRIBE_STYLES = `
:root { color-scheme: light dark; }
body { margin: 0; padding: 48px 16px; background: light-dark(#f5f4ef, #111411); color: light-dark(#1c211c, #ecede6);
  font: 16px/24px -apple-system, "Segoe UI", Roboto, "Noto Sans", Arial, sans-serif; }
main { max-width: 420px; margin: 0 auto; padding: 24px; border-radius: 12px; background: light-dark(#ffffff, #191d19);
  border: 1px solid light-dark(#dedbd0, #2b312b); }
h1 { margin: 0 0 12px; font-size: 22px; line-height: 28px; }
p { margin: 0 0 20px; }
button { min-height: 48px; padding: 0 20px; border: 0; border-radius: 8px; font: inherit; font-weight: 600;
  background: light-dark(#1e4a38, #93c9a6); color: light-dark(#ffffff, #0d2016); cursor: pointer; }
button:focus-visible { outline: 3px solid light-dark(#1e4a38, #a5d4b5); outline-offset: 3px; }
`;

/** Asks before anything is ended: programs that look at the links of a mail must not end it. */
export const ASK_PAGE = page(`<p>${TEXT.ask}</p><form method="post"><button>${TEXT.button}</button></form>`);
export const DONE_PAGE = page(`<p role="status">${TEXT.done}</p>`);
export const UNKNOWN_PAGE = page(`<p role="status">${TEXT.unknown}</p>`);

function page(content: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${TEXT.title} · Understory</title>
<link rel="stylesheet" href="/api/unsubscribe/style.css">
</head>
<body><main><h1>${TEXT.title}</h1>${content}</main></body>
</html>
`;
}
