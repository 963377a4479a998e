/*
 * A rule for oxlint: no text stands beside an optional part without an element of its own. A browser that translates a
 * page replaces its texts, and React then fails to add or remove the part.
 */

const isOptional = ({ type }) => type === 'LogicalExpression' || type === 'ConditionalExpression'

const isSpace = ({ type, value }) => (type === 'JSXText' || type === 'Literal') && String(value).trim() === ''

/** Whether an expression can be a text. Variables hold elements, and so do the results of methods such as `map`. */
function isText(node) {
  switch (node.type) {
    case 'LogicalExpression':
      return isText(node.right)
    case 'ConditionalExpression':
      return isText(node.consequent) || isText(node.alternate)
    case 'CallExpression':
      return node.callee.type === 'Identifier'
    case 'Literal':
      return typeof node.value === 'string'
    default:
      return node.type === 'JSXText' || node.type === 'TemplateLiteral'
  }
}

const create = (context) => {
  const check = ({ children }) => {
    const parts = children.map((child) => child.expression ?? child).filter((part) => !isSpace(part))
    if (parts.length < 2 || !parts.some(isOptional)) return
    for (const node of parts.filter(isText)) context.report({ node, message: 'Put this text into an element.' })
  }
  return { JSXElement: check, JSXFragment: check }
}

export default { meta: { name: 'texts' }, rules: { 'no-bare-text': { create } } }
