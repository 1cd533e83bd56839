/** Forms of code that this project does without, as selectors of the syntax tree: a rule for each group that is switched on or off together. */
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

/** A field that is filled hears of no key: what listens to keys, or changes a text while it is written, is passed by. */
export const noFilling = [
  {
    selector: "CallExpression[callee.property.name='fill'][arguments.length=1]",
    message: 'Write as a person does: `typeOver(field, text)` of pages/typing.ts.',
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
