/** Texts at which a reply ends, one a line as a person types them: a line end within one is written `\\n`. */

/** The lines of a text field as texts; empty lines are none. */
export function textsOf(typed: string): string[] {
  return typed
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.replaceAll(/\\(.)/g, (whole, sign: string) => SIGNS[sign] ?? whole))
}

/** Texts as they are typed. */
export function typedTexts(texts: readonly string[]): string {
  return texts.map((text) => text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\t', '\\t')).join('\n')
}

const SIGNS: { readonly [sign: string]: string } = { n: '\n', t: '\t', '\\': '\\' }
