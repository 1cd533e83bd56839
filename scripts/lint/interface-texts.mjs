/**
 * Reads what the interface says out of its sources: which texts of the catalogue a file uses, and what it says in English alone.
 * Types see that a text given to `t` has its translations; what is never given to it is found here.
 */
import ts from 'typescript'

/** Functions that take a text of the catalogue, and the components and properties that do. */
const TAKERS = new Set(['t', 'message', 'sentence', 'parts', 'known'])

/** Their texts are for those who mend the program, or are no texts: selectors, addresses, parts of styles. */
const OTHER_CALLS =
  /^(?:document\.\w+|window\.\w+|\w*\.?(?:matches|closest|querySelector(?:All)?|matchMedia|startsWith|endsWith|includes|split|join|replace(?:All)?|has|get|getItem|setItem|call|stream|items|getAttribute|setAttribute|getPropertyValue|setProperty|createElement|addEventListener|removeEventListener|dispatchEvent|getContext|cx))$/

/** Attributes that are no texts. */
const OTHER_ATTRIBUTES =
  /^(?:className|style|key|id|role|type|variant|color|href|rel|target|d|viewBox|transform|fill|stroke.*|points|path|position|mode|autoComplete|sizes|accept|inputMode|labelPosition|data-.*|aria-(?:live|haspopup|orientation|current|controls|labelledby|describedby)|classNames|fontFamily)$/

/** Names of keys, as events and shortcuts have them. */
const KEYS =
  /^(?:Enter|Escape|Arrow\w+|Tab|Home|End|Delete|Backspace|Page(?:Up|Down)|Shift|Control|Meta|Alt|Digit\d|F\d+|ContextMenu|Space|Process|Key[A-Z])$/

/**
 * @typedef {{ line: number, text: string }} Saying
 * @typedef {{ text: string, line: number, values: readonly string[] | null }} Use `values`: the names that are given, where they can be read
 * @typedef {{ english: readonly Saying[], literals: readonly Saying[], uses: readonly Use[], all: ReadonlySet<string> }} FileTexts
 * `all`: every literal. `english`: said without the catalogue. `literals`: words that are only right if they stand in the catalogue, as those of tables.
 */

/**
 * @param {string} file
 * @param {string} text
 * @returns {FileTexts}
 */
export function textsOfFile(file, text) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  /** @type {Saying[]} */
  const english = []
  /** @type {Saying[]} */
  const literals = []
  /** @type {Use[]} */
  const uses = []
  /** @type {Set<string>} */
  const all = new Set()
  const lineOf = (/** @type {ts.Node} */ node) => source.getLineAndCharacterOfPosition(node.getStart()).line + 1

  const read = (/** @type {ts.Node} */ node) => {
    if (ts.isImportDeclaration(node) || ts.isTypeNode(node)) return
    if (ts.isThrowStatement(node)) return readThrown(node)
    if (ts.isJsxText(node) && isWord(node.text)) english.push({ line: lineOf(node), text: node.text.trim() })
    if (ts.isStringLiteralLike(node)) readLiteral(node)
    if (ts.isTemplateExpression(node) && !isElsewhere(node) && templateTexts(node).some(isPhrase))
      english.push({ line: lineOf(node), text: node.getText() })
    ts.forEachChild(node, read)
  }
  // Thrown words may be those of the catalogue; most are for the log.
  const readThrown = (/** @type {ts.Node} */ node) => {
    if (ts.isStringLiteralLike(node)) all.add(node.text)
    ts.forEachChild(node, readThrown)
  }
  const readLiteral = (/** @type {ts.StringLiteralLike} */ node) => {
    all.add(node.text)
    const taker = takerOf(node)
    if (taker !== null) uses.push({ text: node.text, line: lineOf(node), values: valuesOf(taker) })
    else if (isElsewhere(node) || KEYS.test(node.text)) return
    else if (isShown(node)) {
      if (isWord(node.text)) english.push({ line: lineOf(node), text: node.text })
    } else if (isPhrase(node.text)) literals.push({ line: lineOf(node), text: node.text })
  }
  read(source)
  return { english, literals, uses, all }
}

/**
 * Calls of `asWritten` that have words of their own, and not what others wrote alone, as `file:line`.
 * @param {string} file
 * @param {string} text
 * @returns {string[]}
 */
export function ownWords(file, text) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  /** @type {string[]} */
  const found = []
  const read = (/** @type {ts.Node} */ node) => {
    if (ts.isCallExpression(node) && node.expression.getText() === 'asWritten' && node.arguments.some(hasWords))
      found.push(`${file}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`)
    ts.forEachChild(node, read)
  }
  read(source)
  return found
}

/** Whether words of people stand in an expression. @param {ts.Node} node @returns {boolean} */
function hasWords(node) {
  if (ts.isStringLiteralLike(node)) return isPhrase(node.text)
  if (ts.isTemplateExpression(node) && templateTexts(node).some(isPhrase)) return true
  return ts.forEachChild(node, (child) => hasWords(child) || undefined) === true
}

/** @param {ts.TemplateExpression} node */
function templateTexts({ head, templateSpans }) {
  return [head.text, ...templateSpans.map(({ literal }) => literal.text)]
}

/** At least two letters that stand beside each other. @param {string} text */
function isWord(text) {
  return /\p{L}{2}/u.test(text)
}

/** Words as people read them: several, or one that begins with a capital letter. @param {string} text */
function isPhrase(text) {
  return isWord(text) && (/\p{L}[,.:;]?\s+\p{L}/u.test(text) || /^\s*[“"(]?\p{Lu}\p{Ll}/u.test(text))
}

/** The call or element that takes a literal as a text of the catalogue. @param {ts.Node} node @returns {ts.Node | null} */
function takerOf(node) {
  const { parent } = node
  if (ts.isConditionalExpression(parent) && parent.condition !== node) return takerOf(parent)
  if (ts.isParenthesizedExpression(parent)) return takerOf(parent)
  if (ts.isCallExpression(parent) && parent.arguments[0] === node) {
    const name = ts.isPropertyAccessExpression(parent.expression)
      ? parent.expression.name.text
      : parent.expression.getText()
    return TAKERS.has(name) ? parent : null
  }
  if (!ts.isJsxAttribute(parent)) return null
  const tag = parent.parent.parent.tagName.getText()
  const name = parent.name.getText()
  return (tag === 'Rich' && name === 'text') || (tag === 'Said' && name === 'message') ? parent.parent.parent : null
}

/** The names of the values beside a text. @param {ts.Node} taker @returns {readonly string[] | null} */
function valuesOf(taker) {
  const given = ts.isCallExpression(taker) ? taker.arguments[1] : attributeValue(taker, 'values')
  if (given === undefined) return []
  if (!ts.isObjectLiteralExpression(given)) return null
  return given.properties.flatMap(({ name }) => (name === undefined ? [] : [name.getText()]))
}

/** @param {ts.Node} element @param {string} name @returns {ts.Expression | undefined} */
function attributeValue(element, name) {
  if (!ts.isJsxSelfClosingElement(element)) return undefined
  const found = element.attributes.properties.find((one) => ts.isJsxAttribute(one) && one.name.getText() === name)
  if (found === undefined || !ts.isJsxAttribute(found) || found.initializer === undefined) return undefined
  return ts.isJsxExpression(found.initializer) ? found.initializer.expression : undefined
}

/** Whether a literal is compared, looked up, thrown, or handed to what shows nothing. @param {ts.Node} node */
function isElsewhere(node) {
  for (let [child, parent] = [node, node.parent]; parent !== undefined; [child, parent] = [parent, parent.parent]) {
    if (ts.isNewExpression(parent) || ts.isTaggedTemplateExpression(parent) || ts.isTypeNode(parent)) return true
    if (ts.isBinaryExpression(parent) && /^[!=]==?$/.test(parent.operatorToken.getText())) return true
    if (ts.isCaseClause(parent) && parent.expression === child) return true
    if (ts.isElementAccessExpression(parent) && parent.argumentExpression === child) return true
    if (ts.isPropertyAssignment(parent) && parent.name === child) return true
    if (ts.isCallExpression(parent) && parent.expression !== child && OTHER_CALLS.test(parent.expression.getText()))
      return true
    if (ts.isJsxAttribute(parent)) return OTHER_ATTRIBUTES.test(parent.name.getText())
    if (ts.isJsxExpression(parent) || ts.isFunctionLike(parent) || ts.isStatement(parent)) {
      if (ts.isJsxExpression(parent) && ts.isJsxAttribute(parent.parent))
        return OTHER_ATTRIBUTES.test(parent.parent.name.getText())
      return false
    }
  }
  return false
}

/** Attributes that only hand a word on, never show it. */
const TEXT_ATTRIBUTES =
  /^(?:aria-(?:label|description|valuetext|roledescription|placeholder)|title|placeholder|label|description|alt|help|hint|heading|summary|legend|note|error|tooltip|nothingFound(?:Message)?)$/

/** Whether a literal stands where it is shown as it is: as a child of an element, or in an attribute that is read. @param {ts.Node} node */
function isShown(node) {
  for (let [child, parent] = [node, node.parent]; parent !== undefined; [child, parent] = [parent, parent.parent]) {
    if (ts.isJsxAttribute(parent)) return TEXT_ATTRIBUTES.test(parent.name.getText())
    if (ts.isJsxExpression(parent) && !ts.isJsxAttribute(parent.parent)) return true
    if (ts.isConditionalExpression(parent) && parent.condition === child) return false
    if (ts.isCallExpression(parent) || ts.isObjectLiteralExpression(parent) || ts.isArrayLiteralExpression(parent))
      return false
    if (ts.isFunctionLike(parent) || ts.isStatement(parent)) return false
  }
  return false
}
