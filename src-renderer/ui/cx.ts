/** Class names side by side, for elements that have several, or one only sometimes. */

export function cx(...names: readonly (string | false | undefined)[]): string {
  return names.filter((name) => name !== false && name !== undefined && name !== '').join(' ')
}
