// Converts SVG pictures to PNG through a canvas. A PNG has twice the size, to be sharp on a slide.

async function pngBlob(svg) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [image.naturalWidth * 2, image.naturalHeight * 2];
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png"));
}

export async function savePng(name, svg) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(await pngBlob(svg));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

export async function copyPng(svg) {
  await navigator.clipboard.write([new ClipboardItem({ "image/png": pngBlob(svg) })]);
  return true;
}
