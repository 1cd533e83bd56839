/**
 * Who may import whom: the rooms of the project and, for each, the folders and packages that it may import.
 * `import-rule.mjs` holds the code to this table; `fences.test.ts` proves every row with an offence.
 */

/**
 * @typedef {object} Room
 * @property {string} name what a message calls it
 * @property {RegExp} files the files of the room, as paths from the root; the first room that matches a file counts
 * @property {RegExp} local the project's own files that it may import
 * @property {(source: string) => boolean} packages whether it may import a package (or a `node:` module)
 * @property {string} allowed the same in words, for the message
 */

/** @param {string} source */
const isLangGraph = (source) => source.startsWith('@langchain/langgraph')
/** @param {string} source */
const isElectron = (source) => source === 'electron' || source.startsWith('electron/')
/** @param {string} source */
const isInterface = (source) =>
  /^(react|react-dom|@mantine|@xyflow|@tabler|zustand|codemirror|@codemirror)(\/|$)/.test(source)
/** @param {string} source */
const isBackend = (source) =>
  isElectron(source) || /^(node:|@langchain\/|langchain(\/|$)|better-sqlite3$|openai(\/|$)|ws$|commander$)/.test(source)
/** Node's own modules are always written with `node:`, so that one look tells them from packages. @param {string} source */
const isTestTool = (source) => /^(node:|vitest$|fast-check$|zod(\/|$)|any-ascii$)/.test(source)

const ANY_MAIN = /^src-(main|shared)\//
const CORE = /^src-shared\/|^src-main\/(?!host-|cli\/|preload\/)/

/** @type {readonly Room[]} */
export const ROOMS = [
  {
    name: 'the tests of src-shared',
    files: /^src-shared\/(.*\.test\.ts$|testing\/)/,
    local: /^src-shared\/|^resources\//,
    packages: isTestTool,
    allowed: 'src-shared, resources, zod, vitest, fast-check and node:',
  },
  {
    name: 'src-shared',
    files: /^src-shared\//,
    local: /^src-shared\/(?!testing\/)/,
    packages: (source) => source === 'zod' || source === 'any-ascii',
    allowed: 'src-shared, zod and any-ascii',
  },
  {
    name: 'the tests of src-main',
    files: /^src-main\/.*\.test\.ts$/,
    local: /^src-(main|shared)\/|^resources\//,
    packages: (source) => !isInterface(source),
    allowed: 'src-main, src-shared, resources and packages, except those of the interface',
  },
  {
    name: 'the preload script',
    files: /^src-main\/preload\//,
    local: /^src-shared\/|^src-main\/preload\//,
    packages: isElectron,
    allowed: 'src-shared and electron (a sandboxed preload has no Node)',
  },
  {
    name: 'the Electron host',
    files: /^src-main\/host-electron\//,
    local: ANY_MAIN,
    packages: (source) => !isLangGraph(source) && !isInterface(source),
    allowed: 'src-main, src-shared and packages, except LangGraph',
  },
  {
    name: 'the hosts',
    files: /^src-main\/(host-[a-z]+|cli)\//,
    local: ANY_MAIN,
    packages: (source) => !isLangGraph(source) && !isElectron(source) && !isInterface(source),
    allowed: 'src-main, src-shared and packages, except Electron and LangGraph',
  },
  {
    name: "Electron's platform",
    files: /^src-main\/platform\/electron\.ts$/,
    local: CORE,
    packages: (source) => !isLangGraph(source) && !isInterface(source),
    allowed: 'the core, src-shared and packages, except LangGraph',
  },
  {
    name: 'the engine',
    files: /^src-main\/(engine\/|run\/translate\.ts$)/,
    local: CORE,
    packages: (source) => !isElectron(source) && !isInterface(source),
    allowed: 'the core (no host, no cli), src-shared and packages, except Electron',
  },
  {
    name: 'the core',
    files: /^src-main\//,
    local: CORE,
    packages: (source) => !isLangGraph(source) && !isElectron(source) && !isInterface(source),
    allowed:
      'the core (no host, no cli), src-shared and packages; Electron is for the hosts, LangGraph for engine/ and run/translate.ts',
  },
  {
    name: 'the tests of src-renderer',
    files: /^src-renderer\/.*\.test\.tsx?$/,
    local: /^src-(renderer|shared)\/|^resources\//,
    packages: (source) => isTestTool(source) || !isBackend(source),
    allowed: 'src-renderer, src-shared, resources, browser packages, vitest and node:',
  },
  {
    name: 'the features of src-renderer',
    files: /^src-renderer\/(?!app\/)[^/]+\//,
    local: /^src-shared\/(?!testing\/)|^src-renderer\/(?!app\/)/,
    packages: (source) => !isBackend(source),
    allowed: 'src-shared, the other features (not app/) and browser packages',
  },
  {
    name: 'src-renderer',
    files: /^src-renderer\//,
    local: /^src-shared\/(?!testing\/)|^src-renderer\//,
    packages: (source) => !isBackend(source),
    allowed: 'src-shared, src-renderer and browser packages',
  },
]
