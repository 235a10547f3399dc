// The languages that can be highlighted, and their other names.

const LANGUAGES = {
  bash: 'sh shell zsh console shellsession',
  c: 'h',
  cpp: 'c++ cc cxx hpp',
  csharp: 'cs c#',
  css: '',
  dart: '',
  diff: 'patch',
  dockerfile: 'docker',
  elixir: 'ex exs',
  go: 'golang',
  graphql: 'gql',
  haskell: 'hs',
  ini: 'toml',
  java: '',
  javascript: 'js jsx mjs cjs',
  json: 'json5 jsonc',
  julia: 'jl',
  kotlin: 'kt kts',
  latex: 'tex',
  less: '',
  lua: '',
  makefile: 'make mk',
  markdown: 'md',
  nginx: '',
  nix: '',
  perl: 'pl',
  php: '',
  powershell: 'ps1 pwsh',
  python: 'py python3 py3',
  r: '',
  ruby: 'rb',
  rust: 'rs',
  scala: '',
  scss: 'sass',
  sql: 'postgres postgresql mysql sqlite',
  swift: '',
  typescript: 'ts tsx mts cts',
  xml: 'html svg xhtml vue',
  yaml: 'yml',
};

const FILES = new Map(Object.entries(LANGUAGES).flatMap(([file, names]) => [file, ...names.split(' ')].filter(Boolean).map(name => [name, file])));

/** The grammar of a language, or undefined. */
export const fileOf = language => FILES.get((language ?? '').toLowerCase());
