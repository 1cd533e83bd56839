/** The lint rule behind the import table: every form of import, type imports included, is looked up in it. */
import path from 'node:path'
import { builtinModules } from 'node:module'
import { ROOMS } from './import-table.mjs'

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
  const room = ROOMS.find((candidate) => candidate.files.test(fromRoot(file)))
  if (room === undefined) return null
  const specifier = source.replace(/\?.*$/, '')
  if (builtins.has(specifier)) return `Write 'node:${specifier}' for the Node module.`
  const isRelative = specifier.startsWith('.') || path.isAbsolute(specifier)
  const target = fromRoot(path.resolve(path.dirname(file), specifier))
  const isAllowed = isRelative ? room.local.test(target) || room.local.test(`${target}/`) : room.packages(specifier)
  return isAllowed ? null : `${room.name} may not import '${source}'. It may import ${room.allowed}.`
}

/** @type {import('eslint').Rule.RuleModule} */
export const importTableRule = {
  meta: { type: 'problem', schema: [], messages: { refused: '{{reason}}' } },
  create(context) {
    /** @param {import('estree').Node | null | undefined} source */
    function look(source) {
      if (source?.type !== 'Literal' || typeof source.value !== 'string') return
      const reason = refusal(context.filename, source.value)
      if (reason !== null) context.report({ node: source, messageId: 'refused', data: { reason } })
    }
    return {
      ImportDeclaration: (node) => look(node.source),
      ImportExpression: (node) => look(node.source),
      ExportNamedDeclaration: (node) => look(node.source),
      ExportAllDeclaration: (node) => look(node.source),
      // `import('x')` in a type, which ESTree has no name for.
      TSImportType: (/** @type {any} */ node) => look(node.source ?? node.argument?.literal),
      "CallExpression[callee.name='require']": (/** @type {import('estree').CallExpression} */ node) =>
        look(node.arguments[0]?.type === 'SpreadElement' ? null : node.arguments[0]),
    }
  },
}
