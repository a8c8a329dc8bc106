// Checks of the arguments of the package's functions. A value of another type is a TypeError that
// names the expected type.

/**
 * Returns the options that are not null. Throws for an unknown name, so that a misspelt option is
 * noticed.
 */
export function given(options, known) {
  if (options === undefined || options === null) return {};
  if (typeof options !== "object") throw new TypeError(`options is an object, not ${typeof options}`);
  const unknown = Object.keys(options).find((name) => !known.includes(name));
  if (unknown !== undefined) throw new TypeError(`there is no option ${unknown}: it is one of ${known.join(", ")}`);
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== null && value !== undefined));
}

export function text(value, name) {
  if (typeof value !== "string") throw new TypeError(`${name} is a string, not ${typeof value}`);
  return value;
}

/** Returns a whole number from 0 and below two to the power of `bits`. Throws for other values. */
export function whole(value, name, bits = 32) {
  if (!Number.isInteger(value) || value < 0 || value >= 2 ** bits) throw new TypeError(`${name} is a whole number below 2^${bits}`);
  return value;
}

export function number(value, name) {
  if (!Number.isFinite(value)) throw new TypeError(`${name} is a finite number`);
  return value;
}

/** Returns a word, or several, as a list in the notation of links. True becomes 1, and false 0. */
export function words(value, name) {
  return (Array.isArray(value) ? value : [value]).map((word) => {
    if (typeof word === "boolean") return word ? "1" : "0";
    if (typeof word === "string" || typeof word === "number") return String(word);
    throw new TypeError(`${name} is a string, a number, a boolean or a list of these, not ${typeof word}`);
  });
}

/** Returns custom procedures as text: links, or records of items. A record may be an object. */
export function procedures(value, name) {
  if (!Array.isArray(value)) throw new TypeError(`${name} is a list of links and records of items`);
  return value.map((one) => (typeof one === "object" && one !== null ? JSON.stringify(one) : text(one, `each of ${name}`)));
}

/** Returns the result of a function for a value, or undefined if the value is undefined. */
export const maybe = (value, check, ...rest) => (value === undefined ? undefined : check(value, ...rest));
