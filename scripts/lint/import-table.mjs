/**
 * Who may import whom: every room of `docs/architecture.md` is one row of `rooms/`, which says what it may import, by value and as a type.
 * `import-rule.mjs` holds the code to it; `../rooms.test.ts` says when a row allows what nobody uses, or rooms import each other in a circle.
 */
import { MAIN } from './rooms/main.mjs'
import { RENDERER } from './rooms/renderer.mjs'
import { SHARED } from './rooms/shared.mjs'

/**
 * A room. Names are divided by spaces; those of rooms and files are written without their side: `flow/checks` of `shared` is `src-shared/flow/checks`.
 * Of several rooms that have a file the one that names it most closely counts.
 * @typedef {object} Room
 * @property {string} name
 * @property {string} [files] its files and folders, files without their ending; absent: the folder, or the file, of its name
 * @property {string} [startedBy] who calls it that is no room, in words for the page
 * @property {string} [shared] rooms of src-shared that it may import
 * @property {string} [main] rooms of src-main that it may import
 * @property {string} [renderer] rooms of src-renderer that it may import
 * @property {string} [packages] packages that it may import, also parts of them; `node`: the modules of Node, always written as `node:fs`
 */

/** @type {readonly Room[]} */
export const ROOMS = [...SHARED, ...MAIN, ...RENDERER]

/** @param {string | undefined} text */
const words = (text) => (text ?? '').split(' ').filter((word) => word !== '')

/** The rooms that a room may import, by name. @param {Room} room */
export function roomsOf({ shared, main, renderer }) {
  return [
    ...words(shared).map((name) => `src-shared/${name}`),
    ...words(main).map((name) => `src-main/${name}`),
    ...words(renderer).map((name) => `src-renderer/${name}`),
  ]
}

/** @param {Room} room */
export function packagesOf({ packages }) {
  return words(packages)
}

/** @param {Room} room */
export function sideOf({ name }) {
  return name.slice(0, name.indexOf('/'))
}

/** Where the files of a room are, as paths from the root without an ending. @param {Room} room */
export function placesOf(room) {
  const { name, files } = room
  return files === undefined ? [name] : words(files).map((file) => `${sideOf(room)}/${file}`)
}

/** @type {readonly { place: string, room: Room }[]} */
const PLACES = ROOMS.flatMap((room) => placesOf(room).map((place) => ({ place, room }))).sort(
  (one, other) => other.place.length - one.place.length,
)

/** The room of a file, also of one that is named without its ending; null where no row has it. @param {string} file as a path from the root */
export function roomOf(file) {
  const bare = file.replace(/\.tsx?$/, '')
  return PLACES.find(({ place }) => bare === place || file.startsWith(`${place}/`))?.room ?? null
}

/** The name under which a package stands in the table. @param {string} source */
export function packageOf(source) {
  if (source.startsWith('node:')) return 'node'
  return source.split('/', source.startsWith('@') ? 2 : 1).join('/')
}

/** @param {string} source */
const isInterface = (source) =>
  /^(react|react-dom|@mantine|@xyflow|@tabler|zustand|codemirror|@codemirror)(\/|$)/.test(source)
/** @param {string} source */
const isBackend = (source) =>
  /^(electron(\/|$)|node:|@langchain\/|langchain(\/|$)|better-sqlite3$|openai(\/|$)|ws$|commander$)/.test(source)
/** @param {string} source */
const isTestTool = (source) => /^(node:|vitest$|fast-check$|zod(\/|$)|any-ascii$)/.test(source)

/**
 * Tests, and what only they use: they may import what their side may, whichever room they stand in.
 * @typedef {object} TestRoom
 * @property {string} name
 * @property {RegExp} files
 * @property {RegExp} local the project's own files that they may import
 * @property {(source: string) => boolean} packages
 * @property {string} allowed the same in words, for the message
 */

/** @type {readonly TestRoom[]} */
export const TEST_ROOMS = [
  {
    name: 'the tests of src-shared',
    files: /^src-shared\/(.*\.test\.ts$|(.*\/)?testing\/)/,
    local: /^src-shared\/|^resources\//,
    packages: isTestTool,
    allowed: 'src-shared, resources, zod, vitest, fast-check and node:',
  },
  {
    name: 'the tests of src-main',
    files: /^src-main\/(.*\.test\.ts$|(.*\/)?testing\/)/,
    local: /^src-(main|shared)\/|^resources\//,
    packages: (source) => !isInterface(source),
    allowed: 'src-main, src-shared, resources and packages, except those of the interface',
  },
  {
    name: 'the tests of src-renderer',
    files: /^src-renderer\/.*\.test\.tsx?$/,
    local: /^src-(renderer|shared)\/|^resources\//,
    packages: (source) => isTestTool(source) || !isBackend(source),
    allowed: 'src-renderer, src-shared, resources, browser packages, vitest and node:',
  },
]
