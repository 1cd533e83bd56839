/** Chinese: what errors say of tools, servers and what comes from outside. */

export const FAILED_OUTSIDE_ZH = {
  'it is not baton://open?flow=… or baton://open?from=… with one value and nothing else':
    '它不是 baton://open?flow=… 或 baton://open?from=…，或者不止带有一个值',
  'This flow is too large for a link. Export it as a file instead.': '这个流程太大，无法放进链接。请改为导出为文件。',
  'its flow is not base64url': '其中的流程不是 base64url',
  'its flow is not a text in base64url': '其中的流程不是 base64url 文本',
  'its address is too long': '其中的地址太长',
  'its address is encoded twice, or has signs that cannot be seen': '其中的地址被编码了两次，或含有看不见的字符',
  'its address does not begin with https://': '其中的地址不以 https:// 开头',
  'its address has a user name or a password in it': '其中的地址含有用户名或密码',
  'its address is not percent-encoded': '其中的地址不是百分号编码',
  'This link is not opened: {reason}. Nothing was read, fetched or stored.':
    '这个链接没有打开：{reason}。没有读取、获取或存储任何内容。',
  'The method {method} is not known here; {other} stands in its place.': '这里不认识方法 {method}，已用 {other} 代替。',
  'No flow can hold this request: {reason}.': '流程无法保存这个请求：{reason}。',
  'A header that the browser adds is left out.': '已略去一个由浏览器添加的请求头。',
  '{left} headers that the browser adds are left out.': '已略去 {left} 个由浏览器添加的请求头。',
  'This command is too long.': '这条命令太长。',
  'Only the first command is taken.': '只采用了第一条命令。',
  'There is no address in this command. Copy all of it.': '这条命令中没有地址。请完整复制。',
  'Only the first address is taken, not {others}.': '只采用了第一个地址，没有采用 {others}。',
  'A form (-F) cannot be sent; it is left out.': '无法发送表单（-F），已略去。',
  '{name} is not known here and is left out.': '这里不认识 {name}，已略去。',
  '{name} is left out: {reason}.': '已略去 {name}：{reason}。',
  'The file {file} is not read; fill in the body.': '不会读取文件 {file}；请填写请求体。',
  '{word} is not an http or https address.': '{word} 不是 http 或 https 地址。',
  'There is no server in this text.': '这段文本中没有服务器。',
  'There are more than {most} servers in this text.': '这段文本中的服务器超过 {most} 个。',
  'There is nothing to read. Paste the JSON with “mcpServers”.': '没有可读取的内容。请粘贴含有 "mcpServers" 的 JSON。',
  'This text is too long for a list of MCP servers.': '作为 MCP 服务器列表，这段文本太长。',
  ' (line {line}, column {column})': '（第 {line} 行第 {column} 列）',
  'This is not JSON{where}. Paste the whole block with “mcpServers”, braces included.':
    '这不是 JSON{where}。请粘贴含 "mcpServers" 的整块内容，包括花括号。',
  'This is JSON, but not an object with “mcpServers”.': '这是 JSON，但不是含有 "mcpServers" 的对象。',
  'This cannot be read: {problem}{place}.': '无法读取：{problem}{place}。',
  'There is no MCP server in this JSON. Each has a “command”, or a “url”, under “mcpServers”.':
    '这段 JSON 中没有 MCP 服务器。每个服务器在 "mcpServers" 下都有 "command" 或 "url"。',
  it: '它',
  'The server “{name}” cannot be read: {field} {problem}.': '无法读取服务器“{name}”：{field} {problem}。',
  'The server “{name}” has both a command and an address. Keep one of them.':
    '服务器“{name}”既有命令又有地址。请只保留一个。',
  'The server “{name}” has neither a command nor a url.': '服务器“{name}”既没有命令也没有 url。',
  'The address of the server “{name}” is not an http or https address.':
    '服务器“{name}”的地址不是 http 或 https 地址。',
  'The server “{name}” has an address, so its type is “http” or “sse”, not “{type}”.':
    '服务器“{name}”有地址，因此其类型应为 "http" 或 "sse"，而不是“{type}”。',
  'is of the wrong type': '类型不对',
  'This command would run another program, by $(…) or backquotes. Put in what that gives, and paste it again.':
    '这条命令会通过 $(…) 或反引号运行另一个程序。请代入其输出，再重新粘贴。',
  'The command ends within quotes: a {quote} is missing. Copy all of it.':
    '命令在引号内结束：缺少 {quote}。请完整复制。',
  'The search connection "{name}" is not set up here. Add it in Settings, Connections.':
    '搜索连接“{name}”尚未在此设置。请在“设置”的“连接”中添加。',
  '{host} answered in a shape that is not known as search results: {text}':
    '{host} 的回答不是已知的搜索结果格式：{text}',
  'it did not answer within {seconds, number} s': '{seconds, number} 秒内没有回答',
  'This worker searches the web, but no search connection is set up for it. Set one up under Connections and choose it on the worker.':
    '这个执行者搜索网络，但没有为它设置搜索连接。请在“连接”中设置一个，并在执行者上选择它。',
  'The address of the search connection, "{given}", is not an http or https address. Correct it under Connections.':
    '搜索连接的地址“{given}”不是 http 或 https 地址。请在“连接”中更正。',
  'The answer of {host} is larger than {megabytes, number} MB.': '{host} 的回答大于 {megabytes, number} MB。',
  '{host} answered with a web page that is not JSON. Use the address of its JSON interface; a SearXNG address needs format=json in it.':
    '{host} 回答的是网页，不是 JSON。请使用其 JSON 接口的地址；SearXNG 的地址中要有 format=json。',
  '{host} answered with something that is not JSON. Use the address of its JSON interface; a SearXNG address needs format=json in it.':
    '{host} 的回答不是 JSON。请使用其 JSON 接口的地址；SearXNG 的地址中要有 format=json。',
  '{host} refused the key of the search connection (HTTP {status}). Correct it under Connections.':
    '{host} 拒绝了搜索连接的密钥（HTTP {status}）。请在“连接”中更正。',
  '{host} takes no more searches for now (HTTP 429). Try again later.':
    '{host} 暂时不接受更多搜索（HTTP 429）。请稍后再试。',
  '{host} points to another address (HTTP {status}), which is not followed. Set the final address under Connections.':
    '{host} 指向另一个地址（HTTP {status}），不会跟随。请在“连接”中填写最终地址。',
  '{host} could not search (HTTP {status}): {text}': '{host} 无法搜索（HTTP {status}）：{text}',
  'This worker searches the web, but its search connection at {host} could not be reached: {reason}. Check the address under Connections and the network.':
    '这个执行者搜索网络，但无法访问位于 {host} 的搜索连接：{reason}。请检查“连接”中的地址和网络。',
  '{place}: a parameter was left out, since it refers to something outside of the document or has no name.':
    '{place}：已略去一个参数，因为它引用了文档以外的内容，或没有名称。',
  '{place}: the cookie {name} was left out, since no cookies are sent.':
    '{place}：已略去 Cookie {name}，因为不发送 Cookie。',
  'It holds a list or a single value in place of an OpenAPI document.': '其中是列表或单个值，而不是 OpenAPI 文档。',
  'This is not an OpenAPI document that can be used. {reason}': '这不是可用的 OpenAPI 文档。{reason}',
  'It has {length} characters; at most {max} are read.': '它有 {length} 个字符；最多读取 {max} 个。',
  'It is empty.': '它是空的。',
  'It is a web page or XML. Look on that page for the address of the document itself, such as openapi.json.':
    '这是网页或 XML。请在该页面上寻找文档本身的地址，例如 openapi.json。',
  'It begins as JSON and breaks at line {line}, column {column}. Look for a missing comma, quote or bracket there, or for a file that was cut off.':
    '它以 JSON 开头，在第 {line} 行第 {column} 列出错。请检查那里是否缺少逗号、引号或括号，或文件是否被截断。',
  'It has {length} characters; at most {max} are read of YAML; convert it to JSON, which may be larger.':
    '它有 {length} 个字符；YAML 最多读取 {max} 个；请转换成 JSON，上限更大。',
  'Its YAML has more anchors, aliases and merges (<<) than can be followed. Convert it to JSON first.':
    '其 YAML 中的锚点、别名和合并（<<）太多，无法处理。请先转换成 JSON。',
  'It is neither JSON nor YAML: there is only text.': '它既不是 JSON 也不是 YAML：只有文本。',
  'Its YAML nests too deeply.': '其 YAML 嵌套太深。',
  'It is not JSON, and as YAML it breaks: {reason}.': '它不是 JSON，作为 YAML 也出错：{reason}。',
  'It nests more than {most} levels deep, or an alias stands for itself.': '嵌套超过 {most} 层，或某个别名指向自身。',
  'Its aliases unfold to too many values.': '其别名展开后的值太多。',
  'It is Swagger {version}, the form before OpenAPI 3. Convert it to OpenAPI 3 first, for example with converter.swagger.io or the command swagger2openapi.':
    '这是 Swagger {version}，即 OpenAPI 3 之前的格式。请先转换成 OpenAPI 3，例如使用 converter.swagger.io 或命令 swagger2openapi。',
  'Its version is {version}; 3.0 and 3.1 are read.': '它的版本是 {version}；可读取的是 3.0 和 3.1。',
  'It has no "paths", so there is nothing to call. Was it cut off, or is it one part of a document that is split into files? Then bundle it into one first.':
    '其中没有 "paths"，因此没有可调用的操作。它是否被截断，或只是多文件文档的一部分？若是，请先合并成一个文档。',
  'It looks like the answer of a server: {text}.': '它看起来是服务器的回答：{text}。',
  'The path {path} was left out: it does not begin with "/".': '已略去路径 {path}：它不以“/”开头。',
  'The path {path} was left out: it refers to something outside of the document, which is never fetched.':
    '已略去路径 {path}：它引用了文档以外的内容，而外部内容从不获取。',
  'It has more than {most} operations, more than can be offered. Cut it into smaller documents, one for each part that is needed.':
    '它有超过 {most} 个操作，无法全部提供。请把它拆成较小的文档，每个需要的部分一个。',
  'All of its paths refer to other files or addresses, which are never fetched. Bundle it into one document first, for example with the command redocly bundle.':
    '它的所有路径都引用其他文件或地址，而这些从不获取。请先合并成一个文档，例如使用命令 redocly bundle。',
  'Its paths hold no operation (get, post and so on), so there is nothing to call.':
    '其路径中没有操作（get、post 等），因此没有可调用的内容。',
  'Its schemas are too intricate: more than {most} parts.': '其模式太复杂：超过 {most} 个部分。',
  'The address of a flow begins with https://.': '流程的地址应以 https:// 开头。',
  '{host} answered with the status {status}, and gave no flow.': '{host} 回答的状态是 {status}，没有给出流程。',
  '{host} did not give the flow within 30 seconds.': '{host} 在 30 秒内没有给出流程。',
  'The address of a picture begins with https://.': '图片地址应以 https:// 开头。',
  '{host} answered with the status {status}, and gave no picture.': '{host} 回答的状态是 {status}，没有给出图片。',
  '{host} did not give the picture within 30 seconds.': '{host} 在 30 秒内没有给出图片。',
  'What {host} gave is no PNG, JPEG, GIF or WebP picture.': '{host} 给出的不是 PNG、JPEG、GIF 或 WebP 图片。',
  'The picture of {host} has {width} x {height} pixels, which is too large to be shown.':
    '{host} 的图片为 {width} x {height} 像素，太大，无法显示。',
  '{host} could not be reached: {reason}.': '无法访问 {host}：{reason}。',
  '{host} sent Baton to another host, which is not followed. Nothing was read.':
    '{host} 把 Baton 引向另一台主机，不会跟随。没有读取任何内容。',
  '{host} is a private address, of this computer or of your network, where links do not lead. Nothing was asked.':
    '{host} 是这台计算机或您网络的私有地址，链接不能通向那里。没有发出请求。',
  ', where {host} redirected to,': '（由 {host} 重定向而来）',
  '"{address}"{led} is not an address; use http or https.': '“{address}”{led}不是地址；请使用 http 或 https。',
  'an address that begins with "{protocol}"{led} is not allowed; use http or https.':
    '以“{protocol}”开头的地址{led}不被允许；请使用 http 或 https。',
  'the address of {host}{led} has a user name or a password in it; take it out.':
    '{host} 的地址{led}含有用户名或密码；请去掉。',
  '{name} has no address.': '{name} 没有地址。',
  '{host} redirected, which is not followed here.': '{host} 进行了重定向，这里不会跟随。',
  '{host} redirected more than {most} times in a row.': '{host} 连续重定向超过 {most} 次。',
  '{host} answered with the status {status}, which HTTP does not have.':
    '{host} 回答的状态 {status} 在 HTTP 中不存在。',
  'Baton is offline, so it did not connect to {place}. Use a server on this machine, or start Baton without --offline.':
    'Baton 处于离线状态，因此没有连接 {place}。请使用本机上的服务器，或不带 --offline 启动 Baton。',
  'the answer is packed as "{packing}", which cannot be unpacked.': '回答以“{packing}”压缩，无法解压。',
  'the answer is larger than {megabytes, number} MB.': '回答大于 {megabytes, number} MB。',
  '{host} redirected from https to http ({other}), which is not followed.':
    '{host} 从 https 重定向到 http（{other}），不会跟随。',
  '{host} redirected a request whose body can be sent once only.': '{host} 重定向了一个请求体只能发送一次的请求。',
  '{place} may not be reached{led}: nobody allowed it. To allow it, allow the item {item}.':
    '不能访问 {place}{led}：没有人允许。若要允许，请允许项目 {item}。',
  ', where {host} redirected to': '（由 {host} 重定向而来）',
  '{place} may not be reached{led}: it is a private address. To allow it, allow the item {item}.':
    '不能访问 {place}{led}：它是私有地址。若要允许，请允许项目 {item}。',
  '{place} may not be reached: it leads to the private address {address}. Use another name.':
    '不能访问 {place}：它通向私有地址 {address}。请使用其他名称。',
  '{place} may not be reached: it leads to the private address {address}. If that is meant, allow the item {item} as well.':
    '不能访问 {place}：它通向私有地址 {address}。如果这是有意的，请同时允许项目 {item}。',
  'What it calls its question cannot be a name.': '它给问题起的名称不能用作名称。',
  'It asks {count} questions at once.': '它一次问了 {count} 个问题。',
  'What it wants to have back is too large.': '它要求送回的内容太大。',
  'It wants something else than a form to be filled in, which Baton does not offer.':
    '它要的不是填写表单，而是 Baton 不提供的东西。',
  'The form that it wants to be filled in is too large.': '它要求填写的表单太大。',
  'The MCP server asks for more before it goes on. {reason}': 'MCP 服务器在继续之前还要求更多内容。{reason}',
  'The MCP server "{name}" could not be started.': '无法启动 MCP 服务器“{name}”。',
  '{seconds, number} s': '{seconds, number} 秒',
  'The MCP server "{name}" is no longer needed.': '不再需要 MCP 服务器“{name}”。',
  '{seconds, number} s, in spite of its progress': '{seconds, number} 秒（尽管有进展）',
  'It wants something first that Baton does not offer.': '它先要求 Baton 不提供的东西。',
  'It speaks MCP {version}, which Baton does not.': '它使用 MCP {version}，而 Baton 不支持该版本。',
  'It cancelled the request.': '它取消了请求。',
  'It cancelled the request: {reason}': '它取消了请求：{reason}',
  'It answered something that is not MCP.': '它的回答不是 MCP。',
  'It did not answer within {limit}.': '它在 {limit}内没有回答。',
  'The MCP server "{name}" could not be started. {what}{aside}': '无法启动 MCP 服务器“{name}”。{what}{aside}',
  'The MCP server "{name}" failed at {task}. {what}{aside}': 'MCP 服务器“{name}”在{task}时失败。{what}{aside}',
  'The MCP server "{name}" ended before it was ready: {reason}.{aside}':
    'MCP 服务器“{name}”在就绪之前结束了：{reason}。{aside}',
  'The MCP server "{name}" ended while it worked on {task}: {reason}.{aside}':
    'MCP 服务器“{name}”在处理{task}时结束了：{reason}。{aside}',
  'The MCP server "{name}" refused to start: {text}': 'MCP 服务器“{name}”拒绝启动：{text}',
  'The MCP server "{name}" refused {task}: {text}': 'MCP 服务器“{name}”拒绝了{task}：{text}',
  'It answered HTTP {status}.': '它回答了 HTTP {status}。',
  'It could not be reached: {reason}.': '无法访问它：{reason}。',
  ' Its last lines on stderr:\n{lines}': '它在 stderr 上的最后几行：\n{lines}',
  ' It wrote to stdout what is not MCP: {text}': '它向 stdout 写了不是 MCP 的内容：{text}',
  'The address of the MCP server is not an http or https address. Check it.':
    'MCP 服务器的地址不是 http 或 https 地址。请检查。',
  'The MCP server gives the same page of its list again and again.': 'MCP 服务器反复给出列表的同一页。',
  "The MCP server's list does not end: more than {pages} pages or {items} entries.":
    'MCP 服务器的列表没有尽头：超过 {pages} 页或 {items} 条。',
  'The MCP server sent Baton to another host than its own, which is not followed.':
    'MCP 服务器把 Baton 引向别的主机，不会跟随。',
  'The MCP servers were closed.': 'MCP 服务器已关闭。',
  'The MCP server wants "{tool}" to be called again and again.': 'MCP 服务器要求一再调用“{tool}”。',
  '"{command}" could not be started.': '无法启动“{command}”。',
  '"{command}" could not be started: the folder {cwd} does not exist.': '无法启动“{command}”：文件夹 {cwd} 不存在。',
  'There is no command "{command}" here. {advice}': '这里没有命令“{command}”。{advice}',
  '"{command}" may not be executed. Check the permissions of the file.': '“{command}”不可执行。请检查文件权限。',
  '"{command}" could not be started: {reason}.': '无法启动“{command}”：{reason}。',
  'The MCP server "{name}" failed to start {count} times and is not tried again for {seconds} s. The last time: {last}':
    'MCP 服务器“{name}”已启动失败 {count} 次，{seconds} 秒内不再尝试。最近一次：{last}',
  'it wrote more than {size} that is not MCP to its output': '它输出了超过 {size} 不是 MCP 的内容',
  'it sent a message of more than {size}': '它发送了一条超过 {size} 的消息',
  'it does not read what it is sent': '它不读取发给它的内容',
  'it was ended by {signal}': '它被 {signal} 结束',
  'it exited with code unknown': '它已退出，代码未知',
  'it exited with code {code}': '它以代码 {code} 退出',
  'There is no OpenAPI document yet.': '还没有 OpenAPI 文档。',
  '{host} answered with the status {status}.': '{host} 回答的状态是 {status}。',
  '{host} did not give the document within {seconds, number} s.': '{host} 在 {seconds, number} 秒内没有给出文档。',
  'The API document "{path}" is a file, and files are read only on the command line, where they lie beside the flow\'s own file. In the app, import it with "From a file".':
    'API 文档“{path}”是文件，而文件只在命令行中读取，在那里它与流程文件放在一起。在应用中请用“从文件”导入。',
  '"{wanted}" is not an address. It should begin with https://.': '“{wanted}”不是地址。它应以 https:// 开头。',
  'The document has none of these operations. Choose others.': '文档中没有这些操作。请另选。',
  'There is no tool pool in the flow as it is saved. It may have been removed meanwhile.':
    '已保存的流程中没有工具池。它可能已被删除。',
  'There is no such node in the flow as it is saved. It may have been removed meanwhile.':
    '已保存的流程中没有这个节点。它可能已被删除。',
  'Nobody uses “{name}”, so it is not connected. Join it to an agent or a tool pool that somebody uses.':
    '没有人使用“{name}”，因此没有连接它。请把它连到智能体，或连到有人使用的工具池。',
  'There is no such server in the flow as it is saved, or nobody uses it any more.':
    '已保存的流程中没有这个服务器，或已没有人使用它。',
  'This call waits for no answer any more. Run the tool again.': '这次调用不再等待回答。请重新运行工具。',
  'This does not answer what the tool is asking now. Answer one of its questions.':
    '这不是对工具当前问题的回答。请回答它的其中一个问题。',
  'The flow “{id}” was not found. Choose a flow of the library.': '找不到流程“{id}”。请从库中选择一个流程。',
  'There is no such tool in the flow as it is saved. It may have been removed meanwhile.':
    '已保存的流程中没有这个工具。它可能已被删除。',
  '“{name}” is not a tool that can be called now. Enable it if it is disabled.':
    '“{name}”现在不是可调用的工具。如果它已停用，请启用它。',
  '“{name}” offers no tool. Say what it is to do first.': '“{name}”没有提供工具。请先说明它要做什么。',
  '“{name}” offers no tool “{tool}” now. Ask it for its tools again.':
    '“{name}”现在不提供工具“{tool}”。请重新获取它的工具。',
  'certificates are always checked': '始终检查证书',
  'keys are not sent on to other hosts': '不会把密钥转发给其他主机',
  'keys are not read from a file': '不从文件读取密钥',
  'this way to sign in is not known': '不认识这种登录方式',
  'requests are not signed': '请求不签名',
  'requests go straight to the host': '请求直接发往主机',
  'certificates of one’s own are not sent': '不发送自有证书',
  'the certificates of the system are taken': '使用系统的证书',
  'the host is looked up': '主机按名称查询',
  'requests go over the network': '请求通过网络发送',
  'files are not sent': '不发送文件',
  'answers are read whole': '回答整体读取',
  'its list of tools': '其工具列表',
  'its list of resources': '其资源列表',
  'a resource': '一个资源',
  'Check its headers and the secrets in them.': '请检查它的请求头及其中的机密。',
  'It may speak the older SSE only: choose SSE as its transport, or check the address.':
    '它可能只支持较旧的 SSE：请选择 SSE 作为传输方式，或检查地址。',
  'It may speak streamable HTTP: choose HTTP as its transport, or check the address.':
    '它可能使用 streamable HTTP：请选择 HTTP 作为传输方式，或检查地址。',
  'It is an AsyncAPI document, which describes messages; only OpenAPI 3 is read.':
    '这是描述消息的 AsyncAPI 文档；只读取 OpenAPI 3。',
  'It is an OpenRPC document; only OpenAPI 3 is read.': '这是 OpenRPC 文档；只读取 OpenAPI 3。',
  'It is a Postman collection; export it as OpenAPI 3 first.': '这是 Postman 集合；请先导出为 OpenAPI 3。',
  'It is a list of MCP servers; use an "MCP server" node for it.': '这是 MCP 服务器列表；请为它使用“MCP 服务器”节点。',
  'It is a JSON schema; only OpenAPI 3 is read.': '这是 JSON 模式；只读取 OpenAPI 3。',
  'Its first field should be "openapi": "3.0.3" or another version of 3; there is none.':
    '它的第一个字段应为 "openapi": "3.0.3" 或 3 的其他版本；但没有。',
  'That is done with --allow on the command line; in the app, a tool must name such a host itself.':
    '在命令行中用 --allow 允许；在应用中，工具必须自己写明这样的主机。',
  'It sent a message of more than {size}.': '它发送了一条超过 {size} 的消息。',
  'The connection was cut before the answer came.': '在回答到来之前，连接断开了。',
  'The connection was cut and could not be taken up again.': '连接断开，且无法恢复。',
  'the servers that {document} names': '{document} 所指明的服务器',
  'Swarm: who speaks next': '群体：下一个由谁发言',
  'Swarm: instruction of the manager': '群体：管理者的指令',
  'list of {items}': '{items}列表',
  'whole number': '整数',
  list: '列表',
  anything: '任意内容',
} as const
