/**
 * The rule that a kind of node or edge is looked up and never compared with a literal. A visitor of four types of nodes and no selectors:
 * forty of them, tried on each node of two thousand files, took longer than everything else that the house's rules do.
 */
import { EDGE_KINDS } from '../../src-shared/kinds/edge-kinds.ts'

const KIND_MESSAGE =
  'A kind is looked up, never compared: put what differs into the kind (src-shared/kinds, src-main/engine/kinds) and read it from there.'
const EDGE_MESSAGE =
  'An edge kind is looked up, never compared: put what differs into its definition (src-shared/kinds/edges.ts) and read it from there, or from a total map.'

/** @typedef {import('./rules.mjs').TreeNode} TreeNode */

/** @type {ReadonlySet<unknown>} */
const NAMES = new Set(EDGE_KINDS)

/** @param {TreeNode | null | undefined} node */
const isEdgeName = (node) => node?.type === 'Literal' && NAMES.has(node.value)
/** Entries of the conversation log have the kind `handoff` too. @param {TreeNode | null | undefined} node */
const isOwnEdgeName = (node) => isEdgeName(node) && node?.value !== 'handoff'

/** What an expression is without what only the types or `?.` need. @param {TreeNode | null | undefined} node @returns {TreeNode | null} */
function bare(node) {
  const isWrapper =
    node && /^(ChainExpression|TSAsExpression|TSSatisfiesExpression|TSNonNullExpression)$/.test(node.type)
  return isWrapper ? bare(node.expression) : (node ?? null)
}

/** The name of a variable or of the member that is read; of `flow.edges[id]` none. @param {TreeNode | null} node */
function nameOf(node) {
  if (node?.type === 'Identifier') return node.name ?? ''
  return node?.type === 'MemberExpression' ? (node.property?.name ?? '') : ''
}

/** What holds a kind of node. @param {TreeNode | null} node */
function isNodeKind(node) {
  if (node?.type === 'Identifier') return node.name === 'nodeKind'
  return isKindMember(node) && /(^n|N)ode$/.test(nameOf(bare(node?.object)))
}

/** What holds the kind of an edge, whatever it is compared with. @param {TreeNode | null} node */
function isEdgeKind(node) {
  if (node?.type === 'Identifier') return node.name === 'edgeKind'
  if (!isKindMember(node)) return false
  const owner = bare(node?.object)
  const isListed = owner?.type === 'MemberExpression' && /(^e|E)dges$/.test(nameOf(bare(owner.object)))
  return isListed || /(^e|E)dge$|^drawn$/.test(nameOf(owner))
}

/** @param {TreeNode | null} node */
function isKindMember(node) {
  return node?.type === 'MemberExpression' && node.property?.name === 'kind'
}

/** What holds the kind of an edge where the name of one is beside it. @param {TreeNode | null} node @param {(test: typeof isEdgeName) => boolean} isBeside */
function isEdgeKindBeside(node, isBeside) {
  if (node?.type === 'MemberExpression') {
    const name = node.property?.name
    return (name === 'kind' && isBeside(isOwnEdgeName)) || (name === 'edge' && isBeside(isEdgeName))
  }
  return node?.type === 'Identifier' && /^(kind|edge)$/.test(node.name ?? '') && isBeside(isEdgeName)
}

/** Whether something is anywhere in a part of the tree. @param {unknown} value @param {(node: TreeNode) => boolean} test @returns {boolean} */
function contains(value, test) {
  if (typeof value !== 'object' || value === null) return false
  if (Array.isArray(value)) return value.some((one) => contains(one, test))
  const node = /** @type {TreeNode} */ (value)
  if (typeof node.type === 'string' && test(node)) return true
  return Object.entries(value).some(([key, part]) => key !== 'parent' && contains(part, test))
}

/** @type {import('./rules.mjs').Rule} */
export const kindComparisonRule = {
  create(context) {
    /** @param {TreeNode | null | undefined} wrapped @param {(test: typeof isEdgeName) => boolean} isBeside @param {boolean} isCompared whether with any literal */
    function look(wrapped, isBeside, isCompared) {
      const node = bare(wrapped)
      if (node === null) return
      if (isCompared && isNodeKind(node)) context.report({ node, message: KIND_MESSAGE })
      else if ((isCompared && isEdgeKind(node)) || isEdgeKindBeside(node, isBeside))
        context.report({ node, message: EDGE_MESSAGE })
    }
    /** @param {TreeNode} node */
    function lookAtComparison({ operator, left, right }) {
      if (!/^[!=]==?$/.test(operator ?? '')) return
      look(left, (test) => test(right), right?.type === 'Literal')
      look(right, (test) => test(left), left?.type === 'Literal')
    }
    /** @param {TreeNode} node */
    function lookAtSwitch({ discriminant, cases }) {
      /** @param {TreeNode} one @param {typeof isEdgeName} test */
      const isCaseOf = (one, test) => one.type === 'SwitchCase' && test(one.test)
      look(discriminant, (test) => contains(cases, (one) => isCaseOf(one, test)), true)
    }
    /** @param {TreeNode} node */
    function lookAtCall(node) {
      const { callee } = node
      if (callee?.property?.name !== 'includes') return
      /** @param {TreeNode} one @param {typeof isEdgeName} test */
      const isArrayWith = (one, test) => one.type === 'ArrayExpression' && (one.elements ?? []).some(test)
      const isArray = bare(callee.object)?.type === 'ArrayExpression'
      for (const argument of node.arguments ?? [])
        look(argument, (test) => contains(callee.object, (one) => isArrayWith(one, test)), isArray)
    }
    /** Sets and maps whose members are all edge kinds: a kind that is added is not in them, and nobody hears of it. @param {TreeNode} node */
    function lookAtCollection(node) {
      const name = node.callee?.name
      const members = bare(node.arguments?.[0])
      if ((name !== 'Set' && name !== 'Map') || members?.type !== 'ArrayExpression') return
      const elements = members.elements ?? []
      const keys = name === 'Set' ? elements : elements.map((entry) => bare(entry)?.elements?.[0])
      if (keys.length > 0 && keys.every(isEdgeName)) context.report({ node: members, message: EDGE_MESSAGE })
    }
    return {
      BinaryExpression: lookAtComparison,
      SwitchStatement: lookAtSwitch,
      CallExpression: lookAtCall,
      NewExpression: lookAtCollection,
    }
  },
}
