/** The keys that callers of a served flow have to send, as the person chose them. */
import { UsageError } from '../options'

/** `command` and `variable`: how the person calls the command, and the environment's place for its key. */
type KeySource = { env: NodeJS.ProcessEnv; command: string; variable: string }

/** Keys that the person chose, and where they said them; none: one is made. Throws UsageError for what cannot be sent as a key. */
export function givenKeys(
  { key }: { key?: string[] },
  { env, command, variable }: KeySource,
): { keys: readonly string[]; source: string | null } {
  const inEnv = env[variable]?.trim() ?? ''
  const keys = key ?? (inEnv === '' ? [] : [inEnv])
  if (keys.some((one) => !/^[\x21-\x7e]+$/.test(one)))
    throw new UsageError(`A key of "${command}" has no blanks and only characters of ASCII, and it is not empty.`)
  const source = key === undefined ? `the one of ${variable}` : 'as given with --key'
  return { keys, source: keys.length === 0 ? null : source }
}
