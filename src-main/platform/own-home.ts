/**
 * Import this before what may ask for the home folder: Node throws where the system knows the user by a number alone and no variable says it, as
 * of services with `DynamicUser` where libnss-systemd is not installed. They get the root of the disk.
 */
import { homedir } from 'node:os'
import path from 'node:path'

try {
  homedir()
} catch {
  process.env['HOME'] = path.parse(process.cwd()).root
}
