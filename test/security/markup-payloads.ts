/**
 * Markup in every notation that has run somewhere: `hit()` is the script that would run, `data-injected` and
 * `<injected-element>` are what would appear in the document.
 */
export const PAYLOADS = [
  "<img src=x onerror=hit() data-injected>",
  '"><svg onload=hit() data-injected>',
  "'><script data-injected>hit()</script>",
  "</script><script data-injected>hit()</script>",
  "</title><img src=x onerror=hit() data-injected>",
  "</style><img src=x onerror=hit() data-injected>",
  "--><img src=x onerror=hit() data-injected><!--",
  "<!--<script>hit()",
  "javascript:hit()",
  "{{constructor.constructor('hit()')()}}",
  "${hit()}`+hit()+`",
  "\\u003cimg src=x onerror=hit() data-injected\\u003e",
  "]]><svg/onload=hit() data-injected>",
  '" autofocus onfocus=hit() data-injected="',
  "';hit();//\"}});hit();//",
  "\u2028hit()\u2029//",
  "<math><style><!--</style><img title='--><img src=1 onerror=hit() data-injected>'>",
  "<injected-element><iframe srcdoc='<script>parent.hit()</script>'></iframe>",
  "%3Cimg src=x onerror=hit() data-injected%3E",
  "<base href=//evil.test/ data-injected>",
  "<a href=javascript:hit() data-injected>x</a>",
  "&lt;img src=x onerror=hit() data-injected&gt;",
  "\u202e>\"'hit()=rorreno x=crs gmi<",
  "<meta http-equiv=refresh content=0;url=javascript:hit() data-injected>",
] as const
