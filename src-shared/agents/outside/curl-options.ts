/** The options of curl that a request can be made of, those that change nothing about it, and those that cannot be taken over. */
import type { PlainText } from '../../languages/translate'

/** What an option gives to the request. */
export type CurlPart =
  | 'method'
  | 'header'
  | 'data'
  | 'rawData'
  | 'encodedData'
  | 'json'
  | 'form'
  | 'get'
  | 'head'
  | 'user'
  | 'bearer'
  | 'cookie'
  | 'agent'
  | 'referer'
  | 'url'
  | 'seconds'

/** `takes`: a value follows. Of those without a part `why` says what is lost; null: nothing that an HTTP tool would not do anyway. */
export type CurlOption = { takes: boolean } & ({ part: CurlPart } | { part?: undefined; why: PlainText | null })

const value = (part: CurlPart): CurlOption => ({ takes: true, part })
const flag = (part: CurlPart): CurlOption => ({ takes: false, part })
const quiet: CurlOption = { takes: false, why: null }
const quietValue: CurlOption = { takes: true, why: null }
const lost = (why: PlainText): CurlOption => ({ takes: false, why })
const lostValue = (why: PlainText): CurlOption => ({ takes: true, why })

export const CURL_OPTIONS: { readonly [name: string]: CurlOption } = {
  '--request': value('method'),
  '--header': value('header'),
  '--data': value('data'),
  '--data-ascii': value('data'),
  '--data-raw': value('rawData'),
  '--data-binary': value('data'),
  '--data-urlencode': value('encodedData'),
  '--json': value('json'),
  '--form': value('form'),
  '--form-string': value('form'),
  '--get': flag('get'),
  '--head': flag('head'),
  '--user': value('user'),
  '--oauth2-bearer': value('bearer'),
  '--cookie': value('cookie'),
  '--user-agent': value('agent'),
  '--referer': value('referer'),
  '--url': value('url'),
  '--max-time': value('seconds'),
  '--compressed': quiet,
  '--silent': quiet,
  '--show-error': quiet,
  '--location': quiet,
  '--verbose': quiet,
  '--include': quiet,
  '--fail': quiet,
  '--fail-with-body': quiet,
  '--globoff': quiet,
  '--no-buffer': quiet,
  '--progress-bar': quiet,
  '--no-progress-meter': quiet,
  '--http1.1': quiet,
  '--http2': quiet,
  '--http3': quiet,
  '--ipv4': quiet,
  '--ipv6': quiet,
  '--basic': quiet,
  '--path-as-is': quiet,
  '--disable': quiet,
  '--tlsv1.2': quiet,
  '--tlsv1.3': quiet,
  '--remote-name': quiet,
  '--parallel': quiet,
  '--output': quietValue,
  '--write-out': quietValue,
  '--cookie-jar': quietValue,
  '--dump-header': quietValue,
  '--connect-timeout': quietValue,
  '--retry': quietValue,
  '--retry-delay': quietValue,
  '--max-redirs': quietValue,
  '--insecure': lost('certificates are always checked'),
  '--location-trusted': lost('keys are not sent on to other hosts'),
  '--netrc': lost('keys are not read from a file'),
  '--digest': lost('this way to sign in is not known'),
  '--ntlm': lost('this way to sign in is not known'),
  '--negotiate': lost('this way to sign in is not known'),
  '--anyauth': lost('this way to sign in is not known'),
  '--aws-sigv4': lostValue('requests are not signed'),
  '--proxy': lostValue('requests go straight to the host'),
  '--proxy-user': lostValue('requests go straight to the host'),
  '--cert': lostValue('certificates of one’s own are not sent'),
  '--key': lostValue('certificates of one’s own are not sent'),
  '--cacert': lostValue('the certificates of the system are taken'),
  '--resolve': lostValue('the host is looked up'),
  '--unix-socket': lostValue('requests go over the network'),
  '--interface': lostValue('requests go over the network'),
  '--upload-file': lostValue('files are not sent'),
  '--range': lostValue('answers are read whole'),
}

export const CURL_LETTERS: { readonly [letter: string]: string } = {
  X: '--request',
  H: '--header',
  d: '--data',
  F: '--form',
  G: '--get',
  I: '--head',
  u: '--user',
  b: '--cookie',
  A: '--user-agent',
  e: '--referer',
  m: '--max-time',
  s: '--silent',
  S: '--show-error',
  L: '--location',
  v: '--verbose',
  i: '--include',
  f: '--fail',
  g: '--globoff',
  N: '--no-buffer',
  '#': '--progress-bar',
  4: '--ipv4',
  6: '--ipv6',
  q: '--disable',
  O: '--remote-name',
  Z: '--parallel',
  o: '--output',
  w: '--write-out',
  c: '--cookie-jar',
  D: '--dump-header',
  k: '--insecure',
  n: '--netrc',
  x: '--proxy',
  U: '--proxy-user',
  E: '--cert',
  T: '--upload-file',
  r: '--range',
}
