/** Chinese: breakpoints and going step by step. */

export const BREAKPOINTS_ZH = {
  'Paused before {name}': '已在 {name} 之前暂停',
  'It would call {tools}': '接下来将调用 {tools}',
  Debugging: '调试',
  'Step over': '单步跳过',
  'Step into': '单步进入',
  'Step out': '单步跳出',
  'Before {name}': '在 {name} 之前',
  'After {name}': '在 {name} 之后',
  'On an edge that is gone': '在已不存在的连线上',
  'From {from} to {to}': '从 {from} 到 {to}',
  'Calls of {tool}': '调用 {tool} 时',
  '{name} is set': '设置 {name} 时',
  'After a step': '单步之后',
  'Breakpoint: {place}': '断点：{place}',
  'Breakpoint: {place}, hit {hit}': '断点：{place}，第 {hit} 次命中',
}
