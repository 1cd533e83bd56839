/** Forms of code that this project does without, as selectors for ESLint's `no-restricted-syntax`, in groups by where they apply. */
import { EDGE_KINDS } from '../../src-shared/kinds/edge-kinds.ts'

const NODE_KIND = [
  "MemberExpression[property.name='kind'][object.type='Identifier'][object.name=/(^n|N)ode$/]",
  "MemberExpression[property.name='kind'][object.type='MemberExpression'][object.property.name=/(^n|N)ode$/]",
  "Identifier[name='nodeKind']",
]
const KIND_MESSAGE =
  'A kind is looked up, never compared: put what differs into the kind (src-shared/kinds, src-main/engine/kinds) and read it from there.'

/** What may hold the kind of an edge, whatever it is compared with. */
const EDGE_KIND = [
  "MemberExpression[property.name='kind'][object.type='Identifier'][object.name=/(^e|E)dge$|^drawn$/]",
  "MemberExpression[property.name='kind'][object.type='MemberExpression'][object.property.name=/(^e|E)dge$/]",
  "MemberExpression[property.name='kind'][object.type='MemberExpression'][object.object.property.name=/(^e|E)dges$/]",
  "Identifier[name='edgeKind']",
]
const EDGE_MESSAGE =
  'An edge kind is looked up, never compared: put what differs into its definition (src-shared/kinds/edges.ts) and read it from there, or from a total map.'

/** Entries of the conversation log have the kind `handoff` too. */
const OWN_NAMES = named(EDGE_KINDS.filter((kind) => kind !== 'handoff'))
const NAMES = named(EDGE_KINDS)

/** What holds the kind of an edge where the name of one is beside it. */
const BESIDE_A_NAME = [
  { holder: "MemberExpression[property.name='kind']", names: OWN_NAMES },
  { holder: "MemberExpression[property.name='edge']", names: NAMES },
  { holder: "Identifier[name='kind']", names: NAMES },
  { holder: "Identifier[name='edge']", names: NAMES },
]

/** @param {readonly string[]} kinds */
function named(kinds) {
  return `Literal[value=/^(${kinds.join('|')})$/]`
}

/**
 * One selector per way of telling kinds apart by a literal.
 * @param {string} kind
 * @param {string} message
 */
function comparisonsOf(kind, message) {
  return [
    `BinaryExpression[operator=/^[!=]==?$/][right.type='Literal'] > ${kind}.left`,
    `BinaryExpression[operator=/^[!=]==?$/][left.type='Literal'] > ${kind}.right`,
    `BinaryExpression[operator=/^[!=]==?$/][right.type='Literal'] > ChainExpression.left > ${kind}`,
    `BinaryExpression[operator=/^[!=]==?$/][left.type='Literal'] > ChainExpression.right > ${kind}`,
    `SwitchStatement > ${kind}.discriminant`,
    `SwitchStatement > ChainExpression.discriminant > ${kind}`,
    `CallExpression[callee.object.type='ArrayExpression'][callee.property.name='includes'] > ${kind}.arguments`,
  ].map((selector) => ({ selector, message }))
}

/** Sets and maps whose members are all edge kinds: a kind that is added is not in them, and nobody hears of it. */
const COLLECTIONS = [
  `NewExpression[callee.name='Set'] > ArrayExpression:has(> ${NAMES}):not(:has(> :not(${NAMES})))`,
  `NewExpression[callee.name='Map'] > ArrayExpression:has(ArrayExpression > ${NAMES}:first-child):not(:has(ArrayExpression > :first-child:not(${NAMES}):not(ArrayExpression)))`,
].map((selector) => ({ selector, message: EDGE_MESSAGE }))

export const noKindComparison = [
  ...NODE_KIND.flatMap((kind) => comparisonsOf(kind, KIND_MESSAGE)),
  ...EDGE_KIND.flatMap((kind) => comparisonsOf(kind, EDGE_MESSAGE)),
  ...BESIDE_A_NAME.flatMap(({ holder, names }) =>
    [
      `BinaryExpression[operator=/^[!=]==?$/]:has(> ${names}) > ${holder}`,
      `BinaryExpression[operator=/^[!=]==?$/]:has(> ${names}) > ChainExpression > ${holder}`,
      `SwitchStatement:has(SwitchCase > ${names}) > ${holder}.discriminant`,
      `CallExpression[callee.property.name='includes']:has(ArrayExpression > ${names}) > ${holder}.arguments`,
    ].map((selector) => ({ selector, message: EDGE_MESSAGE })),
  ),
  ...COLLECTIONS,
]

export const noDefaultExport = [
  { selector: 'ExportDefaultDeclaration', message: 'Export by name, so that a thing has one name everywhere.' },
  {
    selector: "ExportSpecifier[exported.name='default']",
    message: 'Export by name, so that a thing has one name everywhere.',
  },
]

export const noStarExport = [
  {
    selector: 'ExportAllDeclaration',
    message: 'Name what is exported, so that a reader can find where it comes from.',
  },
]

export const noModuleState = [
  {
    selector: ":matches(Program, ExportNamedDeclaration) > VariableDeclaration[kind!='const']",
    message: 'No mutable state at module level: create it in a factory that owns it.',
  },
]

export const noWrittenFrame = [
  {
    selector:
      "ObjectExpression:has(> Property[key.name='todo']):has(> Property[key.name='steer']):not(:has(> SpreadElement))",
    message:
      'A frame is made by `frameOf` (src-main/engine/contract/frames.ts), so that nobody has to know what it begins with.',
  },
]

export const noLateFocus = [
  {
    selector: "JSXOpeningElement > JSXMemberExpression[object.name=/^(Menu|Popover)$/][property.name='Dropdown']",
    message:
      'Use `MenuList` or `PopoverPanel` (src-renderer/ui), which have the focus at once: by itself the library gives it a moment later.',
  },
]

export const noLoneTests = [
  {
    selector: "MemberExpression[object.name=/^(test|it|describe|suite)$/][property.name='only']",
    message: 'A test marked `only` hides the others.',
  },
  {
    selector: "MemberExpression[object.property.name='describe'][property.name='only']",
    message: 'A test marked `only` hides the others.',
  },
]

const CLASS_SELECTOR = String.raw`/(^|[\s>+~,(\]])\.[A-Za-z_][\w-]*/`
const CLASS_MESSAGE =
  "Find it by its role, its name or a data attribute: classes are the style sheets' own. React Flow's stand in pages/react-flow.ts."

const SEARCH = 'CallExpression[callee.property.name=/^(locator|closest|matches|querySelector|querySelectorAll)$/]'

/** Where a page is looked through by a selector, and texts that can be nothing else: classes are no part of what the interface promises. */
export const noClassSelectors = [
  `${SEARCH} Literal[value=${CLASS_SELECTOR}]`,
  `${SEARCH} TemplateElement[value.raw=${CLASS_SELECTOR}]`,
  String.raw`Literal[value=/^\.[A-Za-z_]/]`,
  String.raw`TemplateLiteral > TemplateElement.quasis:first-child[value.raw=/^\.[A-Za-z_]/]`,
].map((selector) => ({ selector, message: CLASS_MESSAGE }))
