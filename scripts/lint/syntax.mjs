/** Forms of code that this project does without, as selectors for ESLint's `no-restricted-syntax`, in groups by where they apply. */

const NODE_KIND = [
  "MemberExpression[property.name='kind'][object.type='Identifier'][object.name=/(^n|N)ode$/]",
  "MemberExpression[property.name='kind'][object.type='MemberExpression'][object.property.name=/(^n|N)ode$/]",
  "Identifier[name='nodeKind']",
]
const KIND_MESSAGE =
  'A kind is looked up, never compared: put what differs into the kind (src-shared/kinds, src-main/engine/kinds) and read it from there.'

/** One selector per way of telling kinds apart by a literal. */
export const noKindComparison = NODE_KIND.flatMap((kind) => [
  { selector: `BinaryExpression[operator=/^[!=]==?$/][right.type='Literal'] > ${kind}.left`, message: KIND_MESSAGE },
  { selector: `BinaryExpression[operator=/^[!=]==?$/][left.type='Literal'] > ${kind}.right`, message: KIND_MESSAGE },
  {
    selector: `BinaryExpression[operator=/^[!=]==?$/][right.type='Literal'] > ChainExpression.left > ${kind}`,
    message: KIND_MESSAGE,
  },
  { selector: `SwitchStatement > ${kind}.discriminant`, message: KIND_MESSAGE },
  { selector: `SwitchStatement > ChainExpression.discriminant > ${kind}`, message: KIND_MESSAGE },
  {
    selector: `CallExpression[callee.object.type='ArrayExpression'][callee.property.name='includes'] > ${kind}.arguments`,
    message: KIND_MESSAGE,
  },
])

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
