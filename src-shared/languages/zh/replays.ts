/** Chinese: decisions that are asked again. */

export const REPLAYS_ZH = {
  'Ask again': '重新询问',
  'Ask again…': '重新询问…',
  'No model was asked for any of these decisions.': '这些决定都没有询问过模型。',
  'Ask the decisions that are shown here again, with another model or prompt':
    '用另一个模型或提示词重新询问此处显示的决定',
  'Who is asked, and what': '询问谁，问什么',
  'As before': '与之前相同',
  'Default of the connection': '该连接的默认模型',
  'They have different prompts. Narrow the table to one kind of decision of one node.':
    '它们的提示词不同。请把表格筛选为一个节点的一种决定。',
  'Edit the prompt': '编辑提示词',
  'Prompt as before': '提示词与之前相同',
  'Slots in braces are filled with their original values. {whole} is the whole prompt as it was sent.':
    '花括号中的槽位会填入原来的内容。{whole} 是当时发送的完整提示词。',
  'Only the first {count, number} of {total, number} decisions are asked. Narrow the table to ask others.':
    '只询问前 {count, number} 个决定，共 {total, number} 个。若要询问其他决定，请筛选表格。',
  Price: '价格',
  'Counting…': '正在计算…',
  Ask: '询问',
  'Only the models are asked: no tool runs, and no thread changes. Decisions that come out differently are listed here.':
    '只询问模型：不运行工具，也不更改会话。结果不同的决定会列在这里。',
  'price not known': '价格未知',
  'about {input, number} tokens in, {output, number} out': '约输入 {input, number} 个令牌，输出 {output, number} 个',
  '{count, plural, one {# is left out} other {# are left out}}': '{count, plural, other {略去 # 个}}',
  '{count, plural, one {# flip} other {# flips}}': '{count, plural, other {# 个不同}}',
  Earlier: '之前的',
  Results: '结果',
  Sum: '合计',
  Asked: '已询问',
  'Decisions that were asked again': '重新询问的决定',
  '{count, number} more are not listed here. They are in the files.':
    '还有 {count, number} 个未在此列出，导出的文件中有。',
  'Every decision came out as before.': '所有决定都与之前相同。',
  Decision: '决定',
  'Before → now': '之前 → 现在',
  '{count, number} failed': '{count, number} 个失败',
  stopped: '已停止',
  'Open the thread at this step': '在此步骤打开会话',
} as const
