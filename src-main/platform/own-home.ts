/**
 * Import this before what may ask for the home folder: Node throws where the system knows the user by a number alone, as of services with
 * `DynamicUser` and of containers with `--user 54321`. They get the root of the disk, as containers give it.
 */
import { homedir } from 'node:os'
import path from 'node:path'

try {
  homedir()
} catch {
  process.env['HOME'] = path.parse(process.cwd()).root
}
