// Fetches a gzip file, checks its SHA-256 digest (in hexadecimal digits), and unpacks it.
export async function fetchRun(address, digest) {
  const bytes = digest.match(/../g).map((digits) => parseInt(digits, 16));
  const integrity = `sha256-${btoa(String.fromCharCode(...bytes))}`;
  // The browser's cache may contain a damaged copy, so the second request bypasses the cache.
  const request = (cache) => fetch(address, { integrity, cache });
  const response = await request("default").catch(() => request("reload"));
  if (!response.ok) throw new Error(`status ${response.status}`);
  return new Response(response.body.pipeThrough(new DecompressionStream("gzip"))).blob();
}
