/** What can be wrong with how an MCP server is reached; among it secrets that are written out where only their names belong. */
import { message as sentence, type Sentence } from '../languages/translate'
import type { KindProblem } from './kind'
import type { McpTransportData } from './mcp-transport'
import { looksSecret, SECRET_NAME, secretsIn } from '../flow/secret-names'

/** The problems of a transport, all of its field `transport`. */
export function checkMcpServer(transport: McpTransportData): KindProblem[] {
  return transport.type === 'stdio' ? checkProgram(transport) : checkAddress(transport)
}

function checkProgram({ command, args, env }: Extract<McpTransportData, { type: 'stdio' }>): KindProblem[] {
  const problems: KindProblem[] = []
  if (command.trim() === '')
    problems.push(
      error('no-command', 'The server has no program yet. Fill in the command, or paste its configuration.'),
    )
  const bare = args.find((arg, index) => looksSecret(arg) || (isSecretOption(args[index - 1] ?? '') && isValue(arg)))
  if (bare !== undefined)
    problems.push(
      warning(
        sentence(
          'The argument “{argument}” looks like a secret. Give it as a variable that takes a stored secret, if the server has one.',
          { argument: start(bare) },
        ),
      ),
    )
  const pairs = Array.isArray(env) ? env.map((name) => [name, name] as const) : Object.entries(env)
  for (const [variable, secret] of pairs) problems.push(...checkVariable(variable, secret))
  return problems
}

function checkVariable(variable: string, secret: string): KindProblem[] {
  if (!/^[A-Za-z_][\w.-]{0,200}$/.test(variable))
    return [
      error(
        'bad-variable',
        sentence('“{variable}” is not a variable name. Use letters, digits and _.', { variable: start(variable) }),
      ),
    ]
  if (looksSecret(secret))
    return [
      warning(
        sentence(
          'The variable {variable} seems to have a secret itself. Store the secret in Settings, Secrets, and give its name here.',
          { variable },
        ),
      ),
    ]
  if (SECRET_NAME.test(secret)) return []
  const message = sentence(
    'The variable {variable} takes the value of a stored secret. Give the name of one, of letters, digits, _, - and dots.',
    { variable },
  )
  return [error('bad-secret-name', message)]
}

function checkAddress({ url, headers }: Extract<McpTransportData, { type: 'http' | 'sse' }>): KindProblem[] {
  const problems: KindProblem[] = []
  const bad = addressIssue(url)
  if (bad !== null) problems.push(bad)
  else if (looksSecretAddress(url))
    problems.push(
      warning(
        'The address looks as if a secret is in it. Use a header with the name of a stored secret instead, if the server takes one.',
      ),
    )
  for (const [name, value] of Object.entries(headers)) {
    if (!/^[\w!#$%&'*+.^`|~-]{1,200}$/.test(name) || /[\r\n\0]/.test(value))
      problems.push(
        error(
          'bad-header',
          sentence('“{name}” is not a header that can be sent. Correct its name and its value.', { name: start(name) }),
        ),
      )
    else if (secretsIn(value).length === 0 && (isSecretHeader(name) || looksSecret(value)) && value.trim() !== '')
      problems.push(
        warning(
          sentence(
            'The header {name} seems to have a secret itself. Store the secret in Settings, Secrets, and write its name in braces, such as {example}.',
            { name, example: '{API_KEY}' },
          ),
        ),
      )
  }
  return problems
}

function addressIssue(url: string): KindProblem | null {
  if (url.trim() === '')
    return error('no-url', 'The server has no address yet. Fill in its address, or paste its configuration.')
  const protocol = URL.canParse(url) ? new URL(url).protocol : ''
  if (protocol !== 'http:' && protocol !== 'https:')
    return error(
      'bad-url',
      sentence('The address must begin with http:// or https://, not “{url}”.', { url: start(url) }),
    )
  if (/^https?:[\\/]*[^\\/?#]*@/i.test(url.trim()))
    return error(
      'bad-url',
      'The address has a user name or a password in it. Use a header with the name of a stored secret.',
    )
  return null
}

function looksSecretAddress(url: string): boolean {
  const query = /\?([^#]*)/.exec(url)?.[1] ?? ''
  return query.split('&').some((pair) => {
    const [name = '', value = ''] = pair.split('=')
    return value !== '' && (isSecretOption(`--${name}`) || looksSecret(value))
  })
}

function isSecretOption(arg: string): boolean {
  return /^--?[\w-]*(token|secret|password|api[-_]?key|access[-_]?key)$/i.test(arg)
}

/** A place where the server itself looks its secret up is none. */
function isValue(arg: string): boolean {
  return arg !== '' && !arg.startsWith('-') && !/^\$/.test(arg)
}

function isSecretHeader(name: string): boolean {
  return /^(proxy-)?authorization$|^cookie$|token|secret|api[-_]?key/i.test(name)
}

/** As little of a text as tells which one is meant. */
function start(text: string): string {
  return text.length > 12 ? `${text.slice(0, 8)}…` : text
}

function error(code: KindProblem['code'], message: Sentence): KindProblem {
  return { severity: 'error', code, field: 'transport', message }
}

function warning(message: Sentence): KindProblem {
  return { severity: 'warning', code: 'plain-secret', field: 'transport', message }
}
