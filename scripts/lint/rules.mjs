/** The house's own rules, as a plugin of oxlint, which hands each rule the syntax tree that it has read already. Where each applies stands in .oxlintrc.json. */
import { importTableRule } from './import-rule.mjs'
import { kindComparisonRule } from './kind-comparison.mjs'
import {
  noClassSelectors,
  noFilling,
  noDefaultExport,
  noLateFocus,
  noLoneTests,
  noModuleState,
  noStarExport,
  noWrittenFrame,
} from './syntax.mjs'
import { typeNameRule } from './type-names.mjs'

/**
 * A node of the syntax tree, of ESTree and typescript-estree, with what the rules read of one.
 * @typedef {object} TreeNode
 * @property {string} type
 * @property {unknown} [value]
 * @property {string} [name]
 * @property {string} [operator]
 * @property {TreeNode | null} [id]
 * @property {TreeNode | null} [source]
 * @property {TreeNode} [object]
 * @property {TreeNode} [property]
 * @property {TreeNode} [expression]
 * @property {TreeNode} [left]
 * @property {TreeNode} [right]
 * @property {TreeNode} [callee]
 * @property {readonly TreeNode[]} [arguments]
 * @property {readonly (TreeNode | null)[]} [elements]
 * @property {TreeNode} [discriminant]
 * @property {readonly TreeNode[]} [cases]
 * @property {TreeNode | null} [test]
 */

/**
 * @typedef {object} RuleContext
 * @property {string} filename absolute
 * @property {(found: { node: TreeNode, message: string }) => void} report
 */

/** A rule: for each selector of nodes what is done with them. @typedef {{ create: (context: RuleContext) => Record<string, (node: TreeNode) => void> }} Rule */

/** A rule that refuses forms of code. @param {readonly { selector: string, message: string }[]} forms @returns {Rule} */
function refusing(forms) {
  return {
    create: (context) =>
      Object.fromEntries(
        forms.map(({ selector, message }) => [
          selector,
          (/** @type {TreeNode} */ node) => context.report({ node, message }),
        ]),
      ),
  }
}

/** @type {{ meta: { name: string }, rules: Record<string, Rule> }} */
const plugin = {
  meta: { name: 'baton' },
  rules: {
    imports: importTableRule,
    'type-names': typeNameRule,
    'no-class-selector': refusing(noClassSelectors),
    'no-filling': refusing(noFilling),
    'no-default-export': refusing(noDefaultExport),
    'no-kind-comparison': kindComparisonRule,
    'no-late-focus': refusing(noLateFocus),
    'no-lone-test': refusing(noLoneTests),
    'no-module-state': refusing(noModuleState),
    'no-star-export': refusing(noStarExport),
    'no-written-frame': refusing(noWrittenFrame),
  },
}

export default plugin
