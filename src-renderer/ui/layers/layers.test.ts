import { expect, test } from 'vitest'
import { Layers, placeOf } from './layers'

/** A stack whose layers say their name when Escape comes to them, and go. */
function stackOf() {
  const layers = new Layers()
  const heard: string[] = []
  const open = (name: string, more: { covers: boolean; order?: number }) => {
    const order = more.order ?? layers.nextOrder()
    const remove = layers.add({
      order,
      covers: more.covers,
      before: [],
      escape() {
        heard.push(name)
        remove()
      },
    })
    return { order, remove, place: () => placeOf(layers.store.getState(), order) }
  }
  return { layers, heard, open }
}

test('Escape goes to the topmost layer, one by one', () => {
  const { layers, heard, open } = stackOf()
  for (const name of ['form', 'sheet', 'list']) open(name, { covers: name !== 'list' })
  expect([layers.escape(), layers.escape(), layers.escape(), layers.escape()]).toEqual([true, true, true, false])
  expect(heard).toEqual(['list', 'sheet', 'form'])
})

test('a layer that hears Escape by itself keeps it from those below', () => {
  const { layers, heard, open } = stackOf()
  open('form', { covers: true })
  const remove = layers.add({ order: layers.nextOrder(), covers: false, before: [], escape: null })
  expect(layers.escape()).toBe(false)
  remove()
  expect(layers.escape()).toBe(true)
  expect(heard).toEqual(['form'])
})

test('a dialog covers what lies under it, a popover does not, and what lies higher is drawn higher', () => {
  const { open } = stackOf()
  const form = open('form', { covers: true })
  const list = open('list', { covers: false })
  expect([form.place(), list.place()]).toEqual([
    { isCovered: false, zIndex: 200 },
    { isCovered: false, zIndex: 201 },
  ])
  const sheet = open('sheet', { covers: true })
  expect([form, list, sheet].map((layer) => layer.place().isCovered)).toEqual([true, true, false])
  expect(sheet.place().zIndex).toBe(202)
  sheet.remove()
  expect(form.place().isCovered).toBe(false)
})

test('a dialog has the keyboard of the page to itself while it is open, wherever it lies', () => {
  const { layers, open } = stackOf()
  open('list', { covers: false })
  expect(layers.hasDialog()).toBe(false)
  const form = open('form', { covers: true })
  open('menu', { covers: false })
  expect(layers.hasDialog()).toBe(true)
  form.remove()
  expect(layers.hasDialog()).toBe(false)
})

test('what is in a layer lies over it, though it comes to the page first', () => {
  const { layers, heard, open } = stackOf()
  const [outer, inner] = [layers.nextOrder(), layers.nextOrder()]
  open('inner', { covers: true, order: inner })
  open('outer', { covers: true, order: outer })
  layers.escape()
  expect(heard).toEqual(['inner'])
})
