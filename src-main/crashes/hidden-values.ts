/** What of the environment and of the command line may be secret: taken out of a report, however harmless it looks there. */
import { createRedactor } from '../redaction/redactor'

const SECRET_NAME = /key|token|secret|pass|pwd|auth|credential|cookie|session|database|dsn|header/i

/** Words, numbers, languages, and paths or lists of them: to take these out would make a report unreadable. */
const ORDINARY = /^(?:[A-Za-z_.-]{1,24}|[\d.:x-]+|(?:[A-Za-z]:)?[\\/][^=@]*|[a-z]{2}_[A-Z]{2}.*|true|false)$/

/** Keys as most makers write them, and what stands where a key does. */
const LOOKS = [
  /\b(?:sk|pk|rk|ghp|gho|ghs|glpat|xox[abp]|hf|AKIA)[-_][\w-]{8,}/g,
  /\beyJ[\w-]{8,}\.[\w-]+\.?[\w-]*/g,
  /(?<=\b(?:Bearer|Basic)\s{1,40})[\w.~+/=-]{6,}/gi,
  /(?<=\/\/)[^\s/@]+(?=@)/g,
  /(?<=\b[\w-]{0,40}(?:key|token|secret|password|authorization)["']?\s{0,40}[:=]\s{0,40}["']?)[^\s"',;&]{4,}/gi,
]

/** `values`: more of them, whatever they are called. */
export type HidingContext = {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly argv: readonly string[]
  readonly values: readonly string[]
}

/** Takes out of a text what the surroundings hide, and what looks like a key. */
export function hideValues({ env, argv, values }: HidingContext, text: string): string {
  const ofEnvironment = Object.entries(env).flatMap(([name, value = '']) =>
    SECRET_NAME.test(name) || !ORDINARY.test(value) ? partsOf(value) : [],
  )
  const redactor = createRedactor([
    ...values,
    ...ofEnvironment,
    ...argv.flatMap((one, at) => valueOf(one, argv[at - 1] ?? '')),
  ])
  return LOOKS.reduce((clean, look) => clean.replaceAll(look, '***'), redactor.text(text))
}

/** A value, and the password of an address in it. */
function partsOf(value: string): string[] {
  const url = URL.parse(value)
  const password = url === null || url.password === '' ? [] : [url.password, decodeURIComponent(url.password)]
  return [value, ...password]
}

function valueOf(argument: string, before: string): string[] {
  if (before.startsWith('--') && !before.includes('=') && SECRET_NAME.test(before)) return partsOf(argument)
  const at = argument.indexOf('=')
  return argument.startsWith('--') && at > 0 && SECRET_NAME.test(argument.slice(0, at))
    ? partsOf(argument.slice(at + 1))
    : []
}
