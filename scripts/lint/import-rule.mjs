/** The lint rule behind the import table: every form of import, type imports included, is looked up in it. */
import path from 'node:path'
import { builtinModules } from 'node:module'
import { packageOf, packagesOf, roomOf, roomsOf, TEST_ROOMS } from './import-table.mjs'

const root = path.resolve(import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname), '../..')
const builtins = new Set(builtinModules)

/** A path of the file system as the table writes it: from the root, with forward slashes. @param {string} file */
function fromRoot(file) {
  return path.relative(root, file).split(path.sep).join('/')
}

/**
 * What is wrong with an import, in words; null where nothing is.
 * @param {string} file the importing file, absolute
 * @param {string} source the text between the quotes
 * @returns {string | null}
 */
export function refusal(file, source) {
  const from = fromRoot(file)
  const specifier = source.replace(/\?.*$/, '')
  const isRelative = specifier.startsWith('.') || path.isAbsolute(specifier)
  const to = isRelative ? fromRoot(path.resolve(path.dirname(file), specifier)) : null
  const tests = TEST_ROOMS.find(({ files }) => files.test(from))
  if (tests === undefined && !/^src-\w+\//.test(from)) return null
  if (builtins.has(specifier)) return `Write 'node:${specifier}' for the Node module.`
  if (tests !== undefined) {
    const { name, local, packages, allowed } = tests
    const isAllowed = to === null ? packages(specifier) : local.test(to)
    return isAllowed ? null : `${name} may not import '${source}'. They may import ${allowed}.`
  }
  const room = roomOf(from)
  if (room === null) return `No room has the file ${from}. Give it to one in scripts/lint/rooms/.`
  if (to === null) return packagesOf(room).includes(packageOf(specifier)) ? null : refusedPackage(room, source)
  const target = TEST_ROOMS.some(({ files }) => files.test(to)) ? null : roomOf(to)
  if (target === room || (target !== null && roomsOf(room).includes(target.name))) return null
  return `${room.name} may not import '${source}'${target === null ? '' : ` (${target.name})`}. It may import ${list(roomsOf(room), 'no other room')}.`
}

/** @param {import('./import-table.mjs').Room} room @param {string} source */
function refusedPackage(room, source) {
  return `${room.name} may not import '${source}'. It may import ${list(packagesOf(room), 'no package')}.`
}

/** @param {readonly string[]} names @param {string} none */
function list(names, none) {
  return names.length === 0 ? none : names.join(', ')
}

/** @type {import('./rules.mjs').Rule} */
export const importTableRule = {
  create(context) {
    /** @param {import('./rules.mjs').TreeNode | null | undefined} source */
    function look(source) {
      if (source?.type !== 'Literal' || typeof source.value !== 'string') return
      const reason = refusal(context.filename, source.value)
      if (reason !== null) context.report({ node: source, message: reason })
    }
    /** @param {import('./rules.mjs').TreeNode} node */
    const lookAtSource = (node) => look(node.source)
    return {
      ImportDeclaration: lookAtSource,
      ImportExpression: lookAtSource,
      ExportNamedDeclaration: lookAtSource,
      ExportAllDeclaration: lookAtSource,
      // `import('x')` in a type, which ESTree has no name for.
      TSImportType: lookAtSource,
      CallExpression: (node) => {
        if (node.callee?.name === 'require') look(node.arguments?.[0])
      },
    }
  },
}
