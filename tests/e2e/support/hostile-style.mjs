// A style sheet of a page around `<ricordo-chat>`.

/** Rules that would break the chat if they applied to it, and names that the chat's own rules would match outside it. */
export const HOSTILE = `
html { font-size: 10px; direction: rtl; }
* { letter-spacing: 3px; text-transform: uppercase; box-sizing: content-box; color: red; }
button { display: none; } p, h2 { margin: 50px; font: 40px fantasy; } textarea { height: 900px; } article { background: red !important; }
:root { --accent: red; --paper: red; --space-4: 90px; }
.app, .bar, .message, .composer, .send, .text { display: none !important; }
ricordo-chat { display: block; width: 60rem; height: 60rem; font-size: 40px; }
#plain .message, #plain .text { display: block !important; }`;
