/** Text on its way to a terminal, which obeys some characters instead of showing them. */

/** Escape and the other control characters of both sets but tab and line end, and the marks that turn the order of what follows. */
// oxlint-disable-next-line eslint/no-control-regex
const OBEYED = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g

/** The text with `\u001b` in place of what a terminal would obey: seen by a person, and the same to whoever reads it as JSON. */
export function terminalText(text: string): string {
  return text
    .replaceAll('\r', '')
    .replace(OBEYED, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
