/* What browsers load in place of `globals.inline.css`. */
export default ''
