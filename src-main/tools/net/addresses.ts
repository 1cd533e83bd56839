/** Which network addresses are out on the internet, and which are this machine, its network or nobody's. */
import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net'

/** Loopback, private, link-local, shared, reserved and multicast networks (RFC 6890 and its updates). */
const NOT_PUBLIC_V4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const

/** Everything outside global unicast, and the parts of it that stand for IPv4 addresses or for nobody. */
const NOT_PUBLIC_V6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const

const GLOBAL_V6 = ['2000::', 3] as const

/** IPv4 within IPv6, as a look-up writes it or in groups of hex digits: mapped, or behind a network's NAT64. */
const V4_IN_V6 = /^(?:::ffff:|64:ff9b::)(?:(\d+\.\d+\.\d+\.\d+)|(?:([0-9a-f]{1,4}):)?([0-9a-f]{1,4}))$/

/** Whether an address is out on the internet; what is no address is not. IPv4 within IPv6 counts as itself. */
export function isPublicAddress(address: string): boolean {
  const plain = plainAddress(address)
  if (isIPv4(plain)) return !listOf(NOT_PUBLIC_V4, 'ipv4').check(plain, 'ipv4')
  if (!isIPv6(plain)) return false
  return listOf([GLOBAL_V6], 'ipv6').check(plain, 'ipv6') && !listOf(NOT_PUBLIC_V6, 'ipv6').check(plain, 'ipv6')
}

/** Whether an address is this machine itself. */
export function isLoopbackAddress(address: string): boolean {
  const plain = plainAddress(address)
  return plain === '::1' || (isIPv4(plain) && plain.startsWith('127.'))
}

/** Whether a host, as a URL has it, names this machine by definition (RFC 6761). */
export function isLocalName(hostname: string): boolean {
  return /(^|\.)localhost\.?$/i.test(hostname)
}

/** The address that a host, as a URL has it, is written as; null when it is a name. */
export function literalAddress(hostname: string): string | null {
  const address = hostname.replace(/^\[|\]$/g, '')
  return isIP(address) === 0 ? null : address
}

/** Without a zone, in lower case, and IPv4 within IPv6 as IPv4. */
function plainAddress(address: string): string {
  const plain = (address.split('%', 1)[0] ?? '').toLowerCase()
  const found = V4_IN_V6.exec(plain)
  if (found === null || !isIPv6(plain)) return plain
  const [, dotted, high = '0', low = '0'] = found
  if (dotted !== undefined) return dotted
  return [high, low].flatMap((group) => [parseInt(group, 16) >> 8, parseInt(group, 16) & 255]).join('.')
}

function listOf(nets: readonly (readonly [net: string, prefix: number])[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList()
  for (const [net, prefix] of nets) list.addSubnet(net, prefix, family)
  return list
}
