/** Which network addresses are out on the internet, and which are this machine, its network or nobody's. */
import { BlockList, isIPv4, isIPv6 } from 'node:net'

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

/** Whether an address is out on the internet; what is no address is not. IPv4 within IPv6 counts as itself. */
export function isPublicAddress(address: string): boolean {
  const plain = (address.split('%', 1)[0] ?? '').toLowerCase()
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(plain)?.[1] ?? plain
  if (isIPv4(mapped)) return !listOf(NOT_PUBLIC_V4, 'ipv4').check(mapped, 'ipv4')
  if (!isIPv6(plain)) return false
  return listOf([GLOBAL_V6], 'ipv6').check(plain, 'ipv6') && !listOf(NOT_PUBLIC_V6, 'ipv6').check(plain, 'ipv6')
}

function listOf(nets: readonly (readonly [net: string, prefix: number])[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList()
  for (const [net, prefix] of nets) list.addSubnet(net, prefix, family)
  return list
}
