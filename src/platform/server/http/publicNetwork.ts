import { lookup } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/**
 * Networks that are not the open internet: addresses that others give us must not lead there. The special-purpose registries
 * of IANA (RFC 6890 and later), with the ranges that carry an IPv4 address inside an IPv6 one: behind a translator or a
 * tunnel they reach whatever that address is.
 */
const inside = new BlockList()
for (const [net, prefix] of [
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
] as const)
  inside.addSubnet(net, prefix, 'ipv4')

/** The only addresses of IPv6 that are given out to the internet; what is in none of the networks above is not. */
const globalUnicast = new BlockList()
globalUnicast.addSubnet('2000::', 3, 'ipv6')
for (const [net, prefix] of [
  // Teredo, benchmarking, ORCHID and other protocol assignments.
  ['2001::', 23],
  ['2001:db8::', 32],
  // 6to4
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  inside.addSubnet(net, prefix, 'ipv6')

/** An IPv4 address written as IPv6 (`::ffff:10.0.0.1`) is checked as the IPv4 address that it is. */
const mapped = new BlockList()
mapped.addSubnet('::ffff:0:0', 96, 'ipv6')

/** Whether an address belongs to the open internet. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 0) return false
  if (family === 4) return !inside.check(address, 'ipv4')
  const isOpen = globalUnicast.check(address, 'ipv6') || mapped.check(address, 'ipv6')
  return isOpen && !inside.check(address, 'ipv6')
}

/** An address that somebody gave us leads to this machine, into a private network or to the metadata service of a cloud. */
export class PrivateAddressError extends Error {
  constructor() {
    super('The address leads into a private network.')
    this.name = 'PrivateAddressError'
  }
}

/**
 * Throws a `PrivateAddressError` for a host that is written as a private address, or is this machine by its name; other names are looked up, and checked, by
 * `publicLookup`. Must be asked beside it: nothing is looked up for a host that is an address already.
 */
export function requirePublicHost({ hostname }: URL): void {
  const host = hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) !== 0 && !isPublicAddress(host)) throw new PrivateAddressError()
  // Always this machine, whatever a name server says (RFC 6761).
  if (/(^|\.)localhost\.?$/i.test(host)) throw new PrivateAddressError()
}

/**
 * Looks a name up for one connection, which then goes to an address that was checked: what the name stood for a moment ago
 * does not count, and nobody can change it in between.
 */
export const publicLookup: LookupFunction = (hostname, options, done) =>
  lookup(hostname, { ...options, all: true }, (error, found) => {
    const open = (found ?? []).filter(({ address }) => isPublicAddress(address))
    const [first] = open
    if (error || !first) return done(error ?? new PrivateAddressError(), '', 0)
    if (options.all) return done(null, open)
    return done(null, first.address, first.family)
  })
