//! As much of the zip format as the archive of a title needs, read strictly: what other readers pass over in silence (bytes before, between or
//! after the files, a file whose own heading says something else than the directory) is refused here, because two readers could see two titles.

use flate2::Crc;
use flate2::read::{DeflateDecoder, DeflateEncoder};
use std::io::Read;

const FILE: u32 = 0x0403_4b50;
const IN_DIRECTORY: u32 = 0x0201_4b50;
const END: u32 = 0x0605_4b50;
/// How long the fixed part of each record is.
const FILE_LENGTH: usize = 30;
const DIRECTORY_LENGTH: usize = 46;
const END_LENGTH: usize = 22;
const LOCKED: u16 = 1;
/// Sizes stand behind the file, not before it; the directory has them all the same.
const SIZES_BEHIND: u16 = 1 << 3;
const STORED: u16 = 0;
const DEFLATED: u16 = 8;
/// A plain file of Unix that everybody may read.
const PLAIN: u32 = 0o100_644 << 16;
/// The first day that the format knows, so that the same files give the same bytes.
const NO_DAY: u16 = 1 << 5 | 1;

/// A file of an archive.
pub(crate) struct Packed<'a> {
    pub(crate) name: String,
    pub(crate) size: u64,
    pub(crate) link: bool,
    pub(crate) locked: bool,
    deflated: bool,
    crc: u32,
    bytes: &'a [u8],
}

impl Packed<'_> {
    /// How many bytes it takes in the archive.
    pub(crate) fn packed(&self) -> u64 {
        self.bytes.len() as u64
    }

    /// Unpacks it. Whatever it says of its size, no more than that is unpacked.
    pub(crate) fn unpack(&self) -> Result<Vec<u8>, String> {
        let mut out = Vec::new();
        let most = self.size + 1;
        let read = match self.deflated {
            true => DeflateDecoder::new(self.bytes).take(most).read_to_end(&mut out),
            false => self.bytes.take(most).read_to_end(&mut out),
        };
        read.map_err(|e| format!("cannot be unpacked: {e}"))?;
        if out.len() as u64 != self.size {
            return Err("unpacks to another size than it says: that is too much or too little".into());
        }
        let mut crc = Crc::new();
        crc.update(&out);
        if crc.sum() != self.crc {
            return Err("is damaged".into());
        }
        Ok(out)
    }
}

fn u16_at(bytes: &[u8], at: usize) -> Option<u16> {
    bytes.get(at..at.checked_add(2)?)?.try_into().ok().map(u16::from_le_bytes)
}

fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    bytes.get(at..at.checked_add(4)?)?.try_into().ok().map(u32::from_le_bytes)
}

/// How many files an archive says that it has, and where its directory lies.
fn directory(bytes: &[u8]) -> Option<(usize, usize, usize)> {
    let end = bytes.len().checked_sub(END_LENGTH)?;
    // A comment behind the end could hold another end: there is none.
    let plain = u32_at(bytes, end)? == END && u32_at(bytes, end + 4)? == 0 && u16_at(bytes, end + 20)? == 0;
    let (here, all) = (u16_at(bytes, end + 8)?, u16_at(bytes, end + 10)?);
    let (length, start) = (u32_at(bytes, end + 12)? as usize, u32_at(bytes, end + 16)? as usize);
    (plain && here == all && start.checked_add(length)? == end).then_some((usize::from(all), start, end))
}

/// A record of the directory, the place of its file, and where the next record begins.
fn record(bytes: &[u8], at: usize) -> Option<(Packed<'_>, usize, usize)> {
    if u32_at(bytes, at)? != IN_DIRECTORY {
        return None;
    }
    let (flags, method) = (u16_at(bytes, at + 8)?, u16_at(bytes, at + 10)?);
    let (packed, size) = (u32_at(bytes, at + 20)? as usize, u32_at(bytes, at + 24)?);
    let lengths: [usize; 3] = [28, 30, 32].map(|n| u16_at(bytes, at + n).map_or(0, usize::from));
    let (mode, place) = (u32_at(bytes, at + 38)? >> 16, u32_at(bytes, at + 42)? as usize);
    let name = bytes.get(at + DIRECTORY_LENGTH..at + DIRECTORY_LENGTH + lengths[0])?;
    // The file's own heading says the same.
    let own = (u32_at(bytes, place)? == FILE).then_some(place)?;
    let (own_name, own_more) = (usize::from(u16_at(bytes, own + 26)?), usize::from(u16_at(bytes, own + 28)?));
    let same = u16_at(bytes, own + 6)? == flags
        && u16_at(bytes, own + 8)? == method
        && bytes.get(own + FILE_LENGTH..own + FILE_LENGTH + own_name)? == name
        && (flags & SIZES_BEHIND != 0 || (u32_at(bytes, own + 18)? as usize, u32_at(bytes, own + 22)?) == (packed, size));
    let from = own + FILE_LENGTH + own_name + own_more;
    let file = Packed {
        name: String::from_utf8(name.to_vec()).ok()?,
        size: u64::from(size),
        link: mode & 0o170_000 == 0o120_000,
        locked: flags & LOCKED != 0,
        deflated: method == DEFLATED,
        crc: u32_at(bytes, at + 16)?,
        bytes: bytes.get(from..from.checked_add(packed)?)?,
    };
    let next = at + DIRECTORY_LENGTH + lengths.iter().sum::<usize>();
    (same && matches!(method, STORED | DEFLATED)).then_some((file, place, next))
}

/// How many files an archive says that it has; nothing if it is none.
pub(crate) fn count(bytes: &[u8]) -> Option<usize> {
    directory(bytes).map(|(files, ..)| files)
}

/// The files of an archive; says why it cannot be read.
pub(crate) fn files(bytes: &[u8]) -> Result<Vec<Packed<'_>>, String> {
    let (number, start, end) = directory(bytes).ok_or("it has no directory at its end")?;
    let (mut found, mut places, mut at) = (Vec::new(), Vec::new(), start);
    for n in 1..=number {
        let (file, place, next) = record(&bytes[..end], at).ok_or_else(|| format!("file {n} is not as the directory says"))?;
        places.push((place, place + FILE_LENGTH + file.bytes.len()));
        found.push(file);
        at = next;
    }
    places.sort_unstable();
    let apart = places.windows(2).all(|two| two[0].1 <= two[1].0) && places.iter().all(|(_, last)| *last <= start);
    if at != end || !apart {
        return Err("its files lie over each other".into());
    }
    Ok(found)
}

/// Packs files.
pub(crate) fn pack<'a>(files: impl Iterator<Item = (&'a str, &'a str)>) -> Result<Vec<u8>, String> {
    let (mut out, mut directory, mut number) = (Vec::new(), Vec::new(), 0_u16);
    for (name, text) in files {
        let mut crc = Crc::new();
        crc.update(text.as_bytes());
        let mut packed = Vec::new();
        DeflateEncoder::new(text.as_bytes(), flate2::Compression::best()).read_to_end(&mut packed).map_err(|e| e.to_string())?;
        let place = out.len() as u32;
        // From the version that is needed to the length of what follows the name, both records are alike.
        let mut shared = Vec::new();
        [20, 0, DEFLATED, 0, NO_DAY].iter().for_each(|n: &u16| shared.extend(n.to_le_bytes()));
        [crc.sum(), packed.len() as u32, text.len() as u32].iter().for_each(|n| shared.extend(n.to_le_bytes()));
        [name.len() as u16, 0].iter().for_each(|n| shared.extend(n.to_le_bytes()));
        out.extend(FILE.to_le_bytes());
        out.extend(&shared);
        out.extend(name.as_bytes());
        out.extend(packed);
        directory.extend(IN_DIRECTORY.to_le_bytes());
        // Made by the format's second version, on Unix.
        directory.extend((3_u16 << 8 | 20).to_le_bytes());
        directory.extend(&shared);
        directory.extend([0; 6]);
        directory.extend(PLAIN.to_le_bytes());
        directory.extend(place.to_le_bytes());
        directory.extend(name.as_bytes());
        number += 1;
    }
    let (start, length) = (out.len() as u32, directory.len() as u32);
    out.extend(directory);
    out.extend(END.to_le_bytes());
    out.extend([0; 4]);
    [number, number].iter().for_each(|n| out.extend(n.to_le_bytes()));
    [length, start].iter().for_each(|n| out.extend(n.to_le_bytes()));
    out.extend([0; 2]);
    Ok(out)
}
