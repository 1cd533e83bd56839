/** Pictures for tests: real PNGs of one colour, of any size. */
import { crc32, deflateSync } from 'node:zlib'

/** A PNG in one colour; `rgb` in hexadecimal. */
export function pngOf(width: number, height: number, rgb = '1971c2'): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2], 8)
  const row = Buffer.concat([Buffer.from([0]), Buffer.from(rgb.repeat(width), 'hex')])
  const pixels = deflateSync(Buffer.concat(Array.from({ length: height }, () => row)))
  const chunks = [chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...chunks])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
