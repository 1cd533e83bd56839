/** Whether a host, as a consent names it, is this machine or lies in its network, as far as its text tells; for words only, the core decides by itself. */

/** Networks that are not out on the internet: address and number of its leading bits. */
const NOT_PUBLIC = [
  [[0, 0, 0, 0], 8],
  [[10, 0, 0, 0], 8],
  [[100, 64, 0, 0], 10],
  [[127, 0, 0, 0], 8],
  [[169, 254, 0, 0], 16],
  [[172, 16, 0, 0], 12],
  [[192, 168, 0, 0], 16],
  [[198, 18, 0, 0], 15],
  [[224, 0, 0, 0], 3],
] as const

const LOCAL_NAME = /(?:^|\.)(?:localhost|local|internal|lan|home\.arpa)\.?$/

/** `host` with or without a port: `api.example.com`, `127.0.0.1:8080`, `[::1]:80`. */
export function isPrivateHost(host: string): boolean {
  const written = `http://${host}`
  if (/[/?#@\\]/.test(host) || !URL.canParse(written)) return false
  const { hostname } = new URL(written)
  if (hostname.startsWith('[')) return !isGlobal(hostname.slice(1, -1))
  const parts = hostname.split('.').map(Number)
  if (parts.length === 4 && parts.every(Number.isInteger)) return isPrivateV4(parts)
  return LOCAL_NAME.test(hostname) || !hostname.includes('.')
}

function isPrivateV4(parts: readonly number[]): boolean {
  const number = (of: readonly number[]): number => of.reduce((sum, part) => sum * 256 + part, 0)
  return NOT_PUBLIC.some(([net, bits]) => {
    const size = 2 ** (32 - bits)
    return Math.floor(number(parts) / size) === Math.floor(number(net) / size)
  })
}

/** Global unicast of IPv6, without the parts that stand for IPv4 or for examples. */
function isGlobal(address: string): boolean {
  const [first = '', second = ''] = address.split(':')
  const head = Number.parseInt(first, 16)
  if (Number.isNaN(head) || head < 0x2000 || head > 0x3ffe || head === 0x2002) return false
  return head !== 0x2001 || (second !== 'db8' && Number.parseInt(second || '0', 16) >= 0x200)
}
