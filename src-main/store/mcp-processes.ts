/** The records of processes of MCP servers in a library, which several processes of Baton may share. */
import { z } from 'zod'
import type { ProcessStore } from '../tools/mcp/process-records'
import { write, type LibraryDatabase } from './database'

const markSchema = z.object({ pid: z.number(), start: z.string() })
const membersSchema = z.array(markSchema)

type Row = { number: number; place: string; owner: string; group: number; members: string; command: string }

export function createProcessStore(db: LibraryDatabase): ProcessStore {
  const put = db.prepare<Omit<Row, 'number'>>(
    'INSERT INTO mcp_processes (place, owner, process_group, members, command) VALUES (:place, :owner, :group, :members, :command)',
  )
  const setMembers = db.prepare<[string, number]>('UPDATE mcp_processes SET members = ? WHERE number = ?')
  const remove = db.prepare<[number]>('DELETE FROM mcp_processes WHERE number = ?')
  const all = db.prepare<[], Row>(
    'SELECT number, place, owner, process_group AS "group", members, command FROM mcp_processes',
  )
  return {
    add({ owner, members, ...record }) {
      const row = { ...record, owner: JSON.stringify(owner), members: JSON.stringify(members) }
      return write(db, () => Number(put.run(row).lastInsertRowid))
    },
    setMembers(number, members) {
      write(db, () => setMembers.run(JSON.stringify(members), number))
    },
    remove(number) {
      write(db, () => remove.run(number))
    },
    all: () =>
      all.all().map(({ owner, members, ...row }) => ({
        ...row,
        owner: markSchema.parse(JSON.parse(owner)),
        members: membersSchema.parse(JSON.parse(members)),
      })),
  }
}
