//! Deserializes stored plain objects; a struct's fields are read in the order in which the struct declares them.
//!
//! `serde-wasm-bindgen` passes a struct its fields by name. Each type then gets code that compares names, remembers
//! which fields it has seen and looks for missing ones: a fifth of everything that a page loads. Here a struct gets the
//! list of its fields, and an enum gets the index of its variant. `scalars` reads all other values; `unreadable`
//! describes why a value was refused.

mod scalars;
mod unreadable;

use js_sys::{Array, JsString, Object};
use serde::de::{
    DeserializeOwned, DeserializeSeed, Deserializer, EnumAccess, Error as _, SeqAccess, VariantAccess, Visitor,
    value::U32Deserializer,
};
use std::{cell::RefCell, rc::Rc};
use unreadable::Refused;
pub use unreadable::Unreadable;
use wasm_bindgen::{JsCast, JsValue, prelude::wasm_bindgen};

/// Deserializes a value that `serde-wasm-bindgen` wrote with maps as objects.
///
/// Unknown fields are ignored. A missing field takes its default; a missing option is `None`, whatever its default.
/// Types that name a field twice (`alias`) or include the fields of another type (`flatten`) cannot be read in field
/// order.
///
/// # Errors
/// A field without a default is missing, or a value has the wrong type; the message names it.
pub fn from_js<T: DeserializeOwned>(value: JsValue) -> Result<T, Unreadable> {
    T::deserialize(Value(value)).map_err(Refused::into_unreadable)
}

#[wasm_bindgen]
extern "C" {
    /// An object that is read by property name. `Reflect.get` would add a `catch` to each access.
    type Named;

    #[wasm_bindgen(method, structural, indexing_getter)]
    fn get(this: &Named, name: &JsString) -> JsValue;
}

struct Value(JsValue);

impl Value {
    fn list(&self) -> Result<Elements, Refused> {
        match self.0.dyn_ref::<Array>() {
            Some(list) => Ok(Elements { list: list.clone(), next: 0 }),
            None => Err(self.unlike("a sequence", "")),
        }
    }

    fn fields(self, name: &str, names: &'static [&'static str]) -> Result<Fields, Refused> {
        if !self.0.is_object() {
            return Err(self.unlike("struct ", name));
        }
        Ok(Fields { object: self.0.unchecked_into(), names, in_js: in_js(names), next: 0, missing: None })
    }

    /// `"variant"`, or `{ variant: … }`. A variant is identified by its index, so a stored enum has no `alias`: serde
    /// counts aliases too.
    fn variant(self, name: &str, known: &'static [&'static str]) -> Result<Variant, Refused> {
        let entries = self.0.dyn_ref().map(Object::entries).filter(|entries| entries.length() == 1);
        let entry = entries.and_then(|entries| entries.get(0).dyn_into::<Array>().ok());
        let (variant, value) = match (self.0.as_string(), entry) {
            (Some(variant), _) => (variant, JsValue::UNDEFINED),
            (None, Some(entry)) => (entry.get(0).as_string().unwrap_or_default(), entry.get(1)),
            (None, None) => return Err(self.unlike("enum ", name)),
        };
        let place = known.iter().zip(0..).find(|(known, _)| **known == variant);
        let (_, place) = place.ok_or_else(|| Refused::unknown_variant(&variant, known))?;
        Ok(Variant { place, value: Value(value) })
    }

    /// The error for a value that is not of this type. The type is named here and not by its visitor, whose description
    /// would be a function, a string and a table of methods per type.
    fn unlike(&self, kind: &str, name: &str) -> Refused {
        if self.0.is_undefined() {
            return Refused::MISSING;
        }
        Refused::custom(format_args!("expected {kind}{name}"))
    }
}

/// Reads scalars of several types alike; serde checks their range.
macro_rules! scalars {
    ($($read:ident: $of:ident, $visit:ident, $kind:literal;)*) => {$(
        fn $read<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refused> {
            match self.$of() {
                Some(value) => visitor.$visit(value),
                None => Err(self.unlike($kind, "")),
            }
        }
    )*};
}

impl<'de> Deserializer<'de> for Value {
    type Error = Refused;

    scalars! {
        deserialize_bool: truth, visit_bool, "a boolean";
        deserialize_i8: integer, visit_i64, "i8";
        deserialize_i16: integer, visit_i64, "i16";
        deserialize_i32: integer, visit_i64, "i32";
        deserialize_i64: integer, visit_i64, "i64";
        deserialize_u8: unsigned, visit_u64, "u8";
        deserialize_u16: unsigned, visit_u64, "u16";
        deserialize_u32: unsigned, visit_u64, "u32";
        deserialize_u64: unsigned, visit_u64, "u64";
        deserialize_f32: number, visit_f64, "a number";
        deserialize_f64: number, visit_f64, "a number";
        deserialize_char: text, visit_string, "a string";
        deserialize_str: text, visit_string, "a string";
        deserialize_string: text, visit_string, "a string";
        deserialize_identifier: text, visit_string, "a string";
        deserialize_bytes: bytes, visit_byte_buf, "bytes";
        deserialize_byte_buf: bytes, visit_byte_buf, "bytes";
    }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refused> {
        self.anything(visitor)
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refused> {
        visitor.visit_unit()
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refused> {
        let entries = self.entries()?;
        visitor.visit_map(entries)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refused> {
        if self.is_nullish() { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refused> {
        if self.is_nullish() { visitor.visit_unit() } else { Err(self.unlike("null", "")) }
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(self, _name: &'static str, visitor: V) -> Result<V::Value, Refused> {
        self.deserialize_unit(visitor)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _name: &'static str, visitor: V) -> Result<V::Value, Refused> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refused> {
        let list = self.list()?;
        visitor.visit_seq(list)
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _length: usize, visitor: V) -> Result<V::Value, Refused> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _length: usize,
        visitor: V,
    ) -> Result<V::Value, Refused> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        names: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Refused> {
        let mut fields = self.fields(name, names)?;
        visitor.visit_seq(&mut fields).map_err(|error| fields.named(error))
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Refused> {
        let variant = self.variant(name, variants)?;
        visitor.visit_enum(variant)
    }
}

/// An undefined element of a list or map is null: `serde-wasm-bindgen` writes a JSON null as `undefined`.
fn or_null(value: JsValue) -> JsValue {
    if value.is_undefined() { JsValue::NULL } else { value }
}

/// Reads the elements of a list.
struct Elements {
    list: Array,
    next: u32,
}

impl<'de> SeqAccess<'de> for Elements {
    type Error = Refused;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Refused> {
        if self.next == self.list.length() {
            return Ok(None);
        }
        self.next += 1;
        seed.deserialize(Value(or_null(self.list.get(self.next - 1)))).map(Some)
    }

    fn size_hint(&self) -> Option<usize> {
        usize::try_from(self.list.length() - self.next).ok()
    }
}

/// Reads the fields of an object in order.
struct Fields {
    object: Named,
    names: &'static [&'static str],
    in_js: Rc<[JsString]>,
    next: usize,
    /// Name of the field that was just read, if it was missing.
    missing: Option<&'static str>,
}

impl Fields {
    /// The value of the next field. Not inlined, so that the code exists once and not once per type.
    #[inline(never)]
    fn next(&mut self) -> Option<Value> {
        let value = self.object.get(self.in_js.get(self.next)?);
        self.missing = if value.is_undefined() { self.names.get(self.next).copied() } else { None };
        self.next += 1;
        Some(Value(value))
    }

    /// Names the missing field if serde complained that the list is too short.
    fn named(&self, error: Refused) -> Refused {
        self.missing.map_or(error, Refused::missing_field)
    }
}

impl<'de> SeqAccess<'de> for &mut Fields {
    type Error = Refused;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Refused> {
        let Some(value) = self.next() else { return Ok(None) };
        match seed.deserialize(value) {
            // An option accepts a missing value. Any other type sees the end of the list here: it takes its default or
            // fails.
            Err(_) if self.missing.is_some() => Ok(None),
            read => read.map(Some),
        }
    }
}

/// A variant of an enum, by its index, with its content.
struct Variant {
    place: u32,
    value: Value,
}

impl<'de> EnumAccess<'de> for Variant {
    type Error = Refused;
    type Variant = Value;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Value), Refused> {
        Ok((seed.deserialize(U32Deserializer::<Refused>::new(self.place))?, self.value))
    }
}

impl<'de> VariantAccess<'de> for Value {
    type Error = Refused;

    fn unit_variant(self) -> Result<(), Refused> {
        if self.is_nullish() { Ok(()) } else { Err(self.unlike("a variant without a value", "")) }
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Refused> {
        seed.deserialize(self)
    }

    fn tuple_variant<V: Visitor<'de>>(self, length: usize, visitor: V) -> Result<V::Value, Refused> {
        self.deserialize_tuple(length, visitor)
    }

    fn struct_variant<V: Visitor<'de>>(self, names: &'static [&'static str], visitor: V) -> Result<V::Value, Refused> {
        self.deserialize_struct("variant", names, visitor)
    }
}

/// The names of a type's fields as JavaScript strings, created once per type.
fn in_js(names: &'static [&'static str]) -> Rc<[JsString]> {
    struct Known {
        names: *const [&'static str],
        in_js: Rc<[JsString]>,
    }

    thread_local! {
        /// Keyed by the address of the list: each type has one, and there are a few dozen.
        static ALL: RefCell<Vec<Known>> = const { RefCell::new(Vec::new()) };
    }

    ALL.with_borrow_mut(|all| {
        if let Some(known) = all.iter().find(|known| std::ptr::eq(known.names, names)) {
            return Rc::clone(&known.in_js);
        }
        let in_js: Rc<[JsString]> = names.iter().map(|name| JsString::from(*name)).collect();
        all.push(Known { names, in_js: Rc::clone(&in_js) });
        in_js
    })
}
