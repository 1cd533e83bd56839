/** What has become of nodes and edges between two versions, where a drawing shows that; elsewhere nothing is marked. */
import { createContext, useContext } from 'react'

export type ChangeMark = 'added' | 'removed' | 'changed' | 'moved'

export type ChangeMarks = {
  nodes: ReadonlyMap<string, ChangeMark>
  edges: ReadonlyMap<string, ChangeMark>
}

export const ChangeMarksContext = createContext<ChangeMarks | null>(null)

export function useChangeMark(of: keyof ChangeMarks, id: string): ChangeMark | undefined {
  return useContext(ChangeMarksContext)?.[of].get(id)
}
