/** How far the view glides: room for the next wire where there is any, and back as far as one can see what was selected. */
import { describe, expect, it } from 'vitest'
import { glideAside, glideBack, isAt } from './glide'

const view = { x: 0, y: 5, zoom: 1 }
const span = { x: 600, width: 220 }

describe('the glide', () => {
  it('leaves 260 px between a node with wires and the inspector, and stays where there is as much', () => {
    expect(glideAside(view, { span, width: 1000, isWired: true })).toEqual({ x: -424, y: 5, zoom: 1 })
    expect(glideAside(view, { span: { x: 100, width: 220 }, width: 1000, isWired: true })).toBeNull()
  })

  it('only uncovers what no wire leaves', () => {
    expect(glideAside(view, { span, width: 1000, isWired: false })).toEqual({ x: -164, y: 5, zoom: 1 })
  })

  it('leaves its ports and their plus in sight where there is no room for what comes next', () => {
    expect(glideAside(view, { span, width: 800, isWired: true })).toEqual({ x: -476, y: 5, zoom: 1 })
    expect(glideAside(view, { span, width: 640, isWired: true })).toEqual({ x: -584, y: 5, zoom: 1 })
  })

  it('takes nothing out of sight on the left for the ports alone', () => {
    const narrow = { span, width: 800, isWired: true }
    expect(glideAside(view, { ...narrow, others: () => [span, { x: 368, width: 80 }] })?.x).toBe(-400)
    expect(glideAside(view, { ...narrow, others: () => [span, { x: 290, width: 80 }] })?.x).toBe(-364)
    expect(glideAside(view, { ...narrow, others: () => [span, { x: 280, width: 80 }] })?.x).toBe(-476)
  })

  it('never pushes it off the left side, and lets be what is out of sight', () => {
    expect(glideAside(view, { span: { x: 60, width: 600 }, width: 800, isWired: true })).toEqual({
      x: -44,
      y: 5,
      zoom: 1,
    })
    expect(glideAside(view, { span: { x: 2000, width: 220 }, width: 1000, isWired: true })).toBeNull()
  })

  it('goes all the way back, or as far as what was selected stays in sight', () => {
    const at = { x: -424, y: 5, zoom: 1 }
    expect(glideBack({ home: view, at, span }, 1000)).toEqual(view)
    expect(glideBack({ home: view, at, span: { x: 900, width: 220 } }, 1000)).toEqual({ x: -136, y: 5, zoom: 1 })
    expect(glideBack({ home: view, at, span: { x: 1300, width: 220 } }, 1000)).toBeNull()
    expect([isAt(at, { ...at, x: -424.4 }), isAt(at, view)]).toEqual([true, false])
  })
})
